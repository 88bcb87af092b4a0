#import snake/shared/score/row_extras
#import snake/shared/stages/keeping
#import common/u64
// requires: crew, geometry, shares, totals
// Joint totals, as src/snake/kernels/shared/ranked-acceptance.ts, by one workgroup.

// What a candidate adds to four moments of the ring, 64 bits each, and to k, Σ|dx| and Σ|dy|.
struct Change {
  low: vec4u,
  high: vec4u,
  extras: vec4u,
}

fn addPairs(a: vec4u, b: vec4u) -> vec4u {
  return vec4u(add64(a.xy, b.xy), add64(a.zw, b.zw));
}

fn addChanges(a: Change, b: Change) -> Change {
  return Change(addPairs(a.low, b.low), addPairs(a.high, b.high), a.extras + b.extras);
}

fn holdChange(lane: u32, change: Change) {
  shares[lane] = change.low;
  shares[crew + lane] = change.high;
  shares[2u * crew + lane] = change.extras;
}

fn changeOf(lane: u32) -> Change {
  return Change(shares[lane], shares[crew + lane], shares[2u * crew + lane]);
}

// Inclusive sums over the first `count` lanes; they are held until the next barrier.
fn scanChanges(lane: u32, own: Change, count: u32) -> Change {
  var sum = own;
  for (var reach = 1u; reach < min(crew, count); reach *= 2u) {
    workgroupBarrier();
    holdChange(lane, sum);
    workgroupBarrier();
    if (lane >= reach) {
      sum = addChanges(sum, changeOf(lane - reach));
    }
  }
  workgroupBarrier();
  holdChange(lane, sum);
  workgroupBarrier();
  return sum;
}

// Four moments of the ring, and its extras. Here and in the next ones, words behind the last moment are read as if there were further ones: what
// they add up to is never put anywhere.
fn ringFrom(m: u32) -> Change {
  return Change(vec4u(ringMoment(m), ringMoment(m + 1u)), vec4u(ringMoment(m + 2u), ringMoment(m + 3u)), ringExtras());
}

fn pairAt(at: u32, m: u32) -> vec4u {
  let first = at + 2u * m;
  return vec4u(totals[first], totals[first + 1u], totals[first + 2u], totals[first + 3u]);
}

fn subtractPairs(a: vec4u, b: vec4u) -> vec4u {
  return vec4u(sub64(a.xy, b.xy), sub64(a.zw, b.zw));
}

fn changeAt(at: u32, m: u32, present: Change) -> Change {
  return Change(
    subtractPairs(pairAt(at, m), present.low),
    subtractPairs(pairAt(at, m + 2u), present.high),
    extrasAt(at) - present.extras,
  );
}

fn putMoments(at: u32, m: u32, sums: Change) {
  for (var i = 0u; i < min(4u, geometry.moments - m); i++) {
    let pair = select(sums.low, sums.high, i >= 2u);
    let moment = select(pair.xy, pair.zw, (i & 1u) == 1u);
    totals[at + 2u * (m + i)] = moment.x;
    totals[at + 2u * (m + i) + 1u] = moment.y;
  }
}

// Replaces the totals of each kept rank by those of it and all better ones together.
fn joinTotals(lane: u32, count: u32) {
  for (var m = 0u; m < geometry.moments; m += 4u) {
    // The extras go with the last moments, as they are read with all.
    let isLast = m + 4u >= geometry.moments;
    let present = ringFrom(m);
    // Of the ring with all candidates before those of the lanes, which the first lane adds to its own.
    var carry = present;
    for (var first = 0u; first < count; first += crew) {
      let rank = first + lane;
      let counts = (rank < count) & isKept(min(rank, count - 1u));
      var change = Change(vec4u(0u), vec4u(0u), vec4u(0u));
      var at = 0u;
      if (counts) {
        at = indexOf(rank) * totalsWords();
        change = changeAt(at, m, present);
      }
      if (lane == 0u) {
        change = addChanges(carry, change);
      }
      let whole = scanChanges(lane, change, count - first);
      if (counts) {
        putMoments(at, m, whole);
        if (isLast) {
          for (var i = 0u; i < Extra_valid; i++) {
            totals[at + 2u * geometry.moments + i] = whole.extras[i];
          }
        }
      }
      carry = changeOf(crew - 1u);
    }
  }
  storageBarrier();
  workgroupBarrier();
}

// Keeps what may be kept of `count` ranked candidates, at least one, and gives each kept one the totals of it and all better
// ones together.
fn joinRanked(lane: u32, count: u32) {
  keep(lane, count);
  if (count > 1u) {
    joinTotals(lane, count);
  }
}
