#import snake/shared/ring/clash
#import snake/shared/score/wide
// requires: choice, crew, mostListed, mostPairs, order, scores, shares, vertexAt
// As src/snake/kernels/rank_moves.ts by one workgroup of `crew` lanes, for at most `mostListed` chosen candidates: their list
// and bounding boxes are held in the workgroup, their scores in `shares`.

var<workgroup> chosen: atomic<u32>;
var<workgroup> listed: array<u32, mostListed>;
// Of the new edges: left and right, top and bottom, 16 bits each.
var<workgroup> boxes: array<vec2u, mostListed>;
// Of the listed: the rank, and CONFLICT_BIT. Then, by rank, as rank_moves leaves them in `order`.
var<workgroup> ranked: array<atomic<u32>, mostListed>;
// Pairs of listed candidates that might clash, the worse in the lower half. They are tested together afterwards, because a lane that tests
// one delays all others. If there are too many for the list, all pairs are tested.
var<workgroup> pairs: array<u32, mostPairs>;
var<workgroup> pairCount: atomic<u32>;

fn rankedAt(rank: u32) -> u32 {
  return atomicLoad(&ranked[rank]);
}

fn boxOf(candidate: u32) -> vec2u {
  let i = vertexOf(candidate);
  let p = vertexAt(vertexBefore(i, view.vertices));
  let n = vertexAt(vertexAfter(i, view.vertices));
  let x = select(moved(vertexAt(i), candidate), p, view.phase == Phase_prune);
  let low = min(min(p, n), x);
  let high = max(max(p, n), x);
  return low | (high << vec2u(16u));
}

fn apart(a: vec2u, b: vec2u) -> bool {
  let mask = vec2u(0xffffu);
  return any(((a >> vec2u(16u)) < (b & mask)) | ((b >> vec2u(16u)) < (a & mask)));
}

// Lists the chosen candidates; their number is in `chosen` after a barrier.
fn listChosen(lane: u32, slots: u32) {
  let first = view.firstCandidate;
  for (var slot = lane; slot < slots; slot += crew) {
    let choice_ = choice[view.firstVertex + slot];
    if (choice_ != 0u) {
      let place = atomicAdd(&chosen, 1u);
      listed[place] = choice_ - 1u;
      // As unsigned numbers these compare like the signed scores.
      shares[place] = scores[first + choice_ - 1u] ^ vec4u(0u, 0u, 0u, 0x80000000u);
      boxes[place] = boxOf(choice_ - 1u);
    }
  }
}

fn rankOf(place: u32) -> u32 {
  return atomicLoad(&ranked[place]) & ~CONFLICT_BIT;
}

// Marks the listed ones that clash with a better one.
fn markClashes(lane: u32, count: u32) {
  let noted = atomicLoad(&pairCount);
  let all_ = noted > mostPairs;
  let items = clashParts * select(noted, count * count, all_);
  for (var i = lane; i < items; i += crew) {
    let item = i / clashParts;
    let pair = pairs[min(item, mostPairs - 1u)];
    let worse = select(pair & 0xffffu, item / count, all_);
    let better = select(pair >> 16u, item % count, all_);
    let ranks = !all_ | (rankOf(better) < rankOf(worse));
    if (ranks & partClashes(listed[worse], listed[better], i % clashParts)) {
      atomicOr(&ranked[worse], CONFLICT_BIT);
    }
  }
}

// Puts every listed candidate where it belongs in `order`: after all that are better. Few candidates have several lanes
// each, which share out the others.
fn rankListed(lane: u32, count: u32) {
  let parts = max(1u, crew / max(1u, count));
  for (var a = lane / parts; a < count; a += crew) {
    let candidate = listed[a];
    let score = shares[a];
    let box = boxes[a];
    var rank = 0u;
    // The last four that might clash: writing each one at once would make the lanes wait for each other.
    var near = vec4u(0u);
    var nearCount = 0u;
    for (var b = lane % parts; b < count; b += parts) {
      let its = shares[b].zw;
      var better = less64(its, score.zw);
      if (all(its == score.zw)) {
        better = less64(shares[b].xy, score.xy) | (all(shares[b].xy == score.xy) & (listed[b] < candidate));
      }
      let touches_ = better & !apart(box, boxes[b]);
      rank += u32(better);
      nearCount += u32(touches_);
      near = select(near, vec4u(b, near.xyz), touches_);
    }
    atomicAdd(&ranked[a], rank);
    if (nearCount > 0u) {
      let place = atomicAdd(&pairCount, select(nearCount, mostPairs + 1u, nearCount > 4u));
      for (var i = 0u; (i < min(nearCount, 4u)) & (place + i < mostPairs); i++) {
        pairs[place + i] = a | (near.x << 16u);
        near = near.yzww;
      }
    }
  }
  workgroupBarrier();
  markClashes(lane, count);
  // No lane has more than four entries to order.
  var entries = array<vec2u, 4>();
  workgroupBarrier();
  for (var i = 0u; lane + i * crew < count; i++) {
    let place = lane + i * crew;
    entries[i] = vec2u(rankOf(place), listed[place] | (atomicLoad(&ranked[place]) & CONFLICT_BIT));
  }
  workgroupBarrier();
  for (var i = 0u; lane + i * crew < count; i++) {
    atomicStore(&ranked[entries[i].x], entries[i].y);
    order[view.firstVertex + entries[i].x] = entries[i].y;
  }
}
