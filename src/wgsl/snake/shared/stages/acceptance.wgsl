#import snake/shared/stages/ranks
#import snake/shared/score/team_score
#import snake/shared/score/put_score
// requires: crew, geometry, scores, shares, state, team, teams, totals
// Ranked acceptance, as src/snake/kernels/shared/ranked-acceptance.ts, by one workgroup.

// Of each team: the rank with the least score that it has seen.
var<workgroup> bestRanks: array<u32, teams>;

// The row that is judged: in `totals`, or the ring's own.
var<private> row: u32;
var<private> judgesRing: bool;

fn acceptedMoment(i: u32) -> vec2u {
  var moment: vec2u;
  if (judgesRing) {
    moment = ringMoment(i);
  } else {
    moment = vec2u(totals[row + 2u * i], totals[row + 2u * i + 1u]);
  }
  return moment;
}

fn acceptedExtras() -> vec4u {
  var words: vec4u;
  if (judgesRing) {
    words = ringExtras();
  } else {
    words = extrasAt(row);
  }
  return words;
}

fn ringExtras() -> vec4u {
  return vec4u(ringExtra(0u), ringExtra(1u), ringExtra(2u), ringExtra(3u));
}

fn extrasAt(at: u32) -> vec4u {
  let extra = at + 2u * geometry.moments;
  return vec4u(totals[extra], totals[extra + 1u], totals[extra + 2u], totals[extra + 3u]);
}

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

// What is scored, one after another: the kept of the ranked candidates; the ring's energy; its length. Stages go through these in
// a loop, as the score's text is long and a compiler puts it wherever it is called.
const Subject_ranked = 0u;
const Subject_energy = 1u;
const Subject_length = 2u;
const subjects = 3u;

// The rank with the least of the scores that the teams have seen, the first of equals. `best` is `count` where a team has none.
fn bestOfTeams(lane: u32, count: u32, least: vec4u, best: u32) -> u32 {
  workgroupBarrier();
  if (lane % team == 0u) {
    shares[lane / team] = least;
    bestRanks[lane / team] = best;
  }
  for (var reach = teams / 2u + nothing(); reach > 0u; reach /= 2u) {
    workgroupBarrier();
    if (lane < reach) {
      let its = bestRanks[lane + reach];
      let score = shares[lane + reach];
      let better = lessSigned128(score, shares[lane]) | (all(score == shares[lane]) & (its < bestRanks[lane]));
      if ((its < count) & ((bestRanks[lane] == count) | better)) {
        shares[lane] = score;
        bestRanks[lane] = its;
      }
    }
  }
  return workgroupUniformLoad(&bestRanks[0]);
}

// Keeps what may be kept of `count` ranked candidates, at least one, and gives each kept one the totals of it and all better
// ones together.
fn joinRanked(lane: u32, count: u32) {
  keep(lane, count);
  if (count > 1u) {
    joinTotals(lane, count);
  }
}

// After joinRanked() scores every kept rank but the first, which has its score, and returns the one with the least, of several ranks; or puts
// the score of the ring as it stands into its state. `prunes`: are the ranked ones removals?
fn scoreSubject(lane: u32, subject: u32, count: u32, prunes: bool) -> u32 {
  let ofRing = subject != Subject_ranked;
  storageBarrier();
  workgroupBarrier();
  judgesRing = ofRing;
  let asLength = select(prunes, subject == Subject_length, ofRing);
  let rows = select(count, 1u, ofRing);
  var least = worst;
  var best = rows;
  for (var first = 0u; first < rows; first += teams) {
    let rank = first + lane / team;
    let index = indexOf(min(rank, count - 1u));
    row = index * totalsWords();
    let counts = (rank < rows) & (ofRing | isKept(rank));
    let score = scoreOfTeam(lane, asLength, counts & (ofRing | (rank > 0u)));
    if (counts & (lane % team == 0u)) {
      if (ofRing) {
        put128(select(S_energy, S_length, asLength), score);
      } else {
        let its = select(score, scores[index], rank == 0u);
        scores[index] = its;
        let better = (best == rows) | lessSigned128(its, least);
        least = select(least, its, better);
        best = select(best, rank, better);
      }
    }
  }
  best = bestOfTeams(lane, rows, least, best);
  storageBarrier();
  workgroupBarrier();
  return best;
}

// Makes the totals of the rank's candidate the ring's, and its score the energy or the length.
fn adopt(lane: u32, rank: u32) {
  let from_ = indexOf(rank) * totalsWords();
  for (var word = lane; word < totalsWords(); word += crew) {
    state[view.base + S_totals + word] = totals[from_ + word];
  }
  if (lane == 0u) {
    put128(select(S_energy, S_length, view.phase == Phase_prune), scores[indexOf(rank)]);
  }
  storageBarrier();
  workgroupBarrier();
}
