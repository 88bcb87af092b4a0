#import ranks
#import description
#import put_score
// Ranked acceptance, as src/snake/ranked_acceptance.ts, by one workgroup. The kernel declares `totals` and `scores`
// beside what ranks and description ask for.

var<workgroup> shares: array<vec4u, crew>;
var<workgroup> ranks: array<u32, crew>;

// The row that is judged: in `totals`, or the ring's own.
var<private> row: u32;
var<private> judgesRing: bool;

fn targetMoment(i: u32) -> vec2u {
  if (judgesRing) {
    return ringMoment(i);
  }
  return vec2u(totals[row + 2u * i], totals[row + 2u * i + 1u]);
}

fn targetExtra(i: u32) -> u32 {
  if (judgesRing) {
    return ringExtra(i);
  }
  return totals[row + 2u * geometry.moments + i];
}

// Inclusive sums over the first `count` lanes: xy as one number of 64 bits, z and w apart.
fn scanShares(lane: u32, own: vec4u, count: u32) -> vec4u {
  var sum = own;
  for (var reach = 1u; reach < min(crew, count); reach *= 2u) {
    workgroupBarrier();
    shares[lane] = sum;
    workgroupBarrier();
    if (lane >= reach) {
      let other = shares[lane - reach];
      sum = vec4u(add64(sum.xy, other.xy), sum.zw + other.zw);
    }
  }
  workgroupBarrier();
  shares[lane] = sum;
  workgroupBarrier();
  return sum;
}

// Replaces the totals of each kept rank by those of it and all better ones together.
fn joinTotals(lane: u32, count: u32) {
  let extra = 2u * geometry.moments;
  let base = view.base + S_totals;
  for (var m = 0u; m < geometry.moments; m++) {
    // With moment 0 go Σ|dx| and Σ|dy|, with moment 1 the number of nodes.
    let besides = select(vec2u(extra + Extra_nodes, 2u * m), extra + vec2u(Extra_dx, Extra_dy), m == 0u);
    var carry = vec4u(0u);
    for (var first = 0u; first < count; first += crew) {
      let rank = first + lane;
      let counts = rank < count && isKept(min(rank, count - 1u));
      let ring_ = vec4u(state[base + 2u * m], state[base + 2u * m + 1u], state[base + besides.x], state[base + besides.y]);
      var share = vec4u(0u);
      var at = 0u;
      if (counts) {
        at = indexOf(rank) * totalsWords();
        share = vec4u(
          sub64(vec2u(totals[at + 2u * m], totals[at + 2u * m + 1u]), ring_.xy),
          vec2u(totals[at + besides.x], totals[at + besides.y]) - ring_.zw,
        );
      }
      let sum = scanShares(lane, share, count);
      if (counts) {
        let whole = add64(add64(ring_.xy, carry.xy), sum.xy);
        totals[at + 2u * m] = whole.x;
        totals[at + 2u * m + 1u] = whole.y;
        if (m < 2u) {
          totals[at + besides.x] = ring_.z + carry.z + sum.z;
        }
        if (m < 1u) {
          totals[at + besides.y] = ring_.w + carry.w + sum.w;
        }
      }
      let all_ = shares[crew - 1u];
      carry = vec4u(add64(carry.xy, all_.xy), carry.zw + all_.zw);
    }
  }
}

// The kept rank with the least score, the first of equals.
fn bestRank(lane: u32, count: u32) -> u32 {
  var least = worst;
  var best = count;
  for (var rank = lane; rank < count; rank += crew) {
    if (isKept(rank)) {
      let score = scores[indexOf(rank)];
      if (best == count || lessSigned128(score, least)) {
        least = score;
        best = rank;
      }
    }
  }
  shares[lane] = least;
  ranks[lane] = best;
  for (var reach = crew / 2u; reach > 0u; reach /= 2u) {
    workgroupBarrier();
    if (lane < reach) {
      let its = ranks[lane + reach];
      let score = shares[lane + reach];
      let better = lessSigned128(score, shares[lane]) || (all(score == shares[lane]) && its < ranks[lane]);
      if (its < count && (ranks[lane] == count || better)) {
        shares[lane] = score;
        ranks[lane] = its;
      }
    }
  }
  return workgroupUniformLoad(&ranks[0]);
}

// Keeps what may be kept of `count` ranked candidates, gives each kept one the totals and score of it and all better
// ones together, and returns the rank with the least.
fn acceptRanked(lane: u32, count: u32) -> u32 {
  keep(lane, count);
  if (count == 1u) {
    return 0u;
  }
  joinTotals(lane, count);
  for (var rank = lane; rank < count; rank += crew) {
    if (rank > 0u && isKept(rank)) {
      row = indexOf(rank) * totalsWords();
      var score = partitionEnergy();
      if (view.phase == Phase_prune) {
        score = descriptionLength(score);
      }
      scores[indexOf(rank)] = score;
    }
  }
  let best = bestRank(lane, count);
  storageBarrier();
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
}
