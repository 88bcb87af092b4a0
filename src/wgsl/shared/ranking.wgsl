#import clash
#import wide
// As src/snake/rank_moves.ts by one workgroup of `crew` lanes, for at most `most` chosen candidates: their list, scores
// and bounding boxes are held in the workgroup. The kernel declares what it binds.

const most = 512u;

var<workgroup> chosen: atomic<u32>;
var<workgroup> listed: array<u32, most>;
var<workgroup> listedScores: array<vec4u, most>;
// Of the new edges: left and right, top and bottom, 16 bits each.
var<workgroup> boxes: array<vec2u, most>;
// As in `order`.
var<workgroup> ranked: array<u32, most>;

fn rankedAt(rank: u32) -> u32 {
  return ranked[rank];
}

fn boxOf(candidate: u32) -> vec2u {
  let i = nodeOf(candidate);
  let p = nodeAt(nodeBefore(i, view.nodes));
  let n = nodeAt(nodeAfter(i, view.nodes));
  let x = select(moved(nodeAt(i), candidate), p, view.phase == Phase_prune);
  let low = min(min(p, n), x);
  let high = max(max(p, n), x);
  return low | (high << vec2u(16u));
}

fn apart(a: vec2u, b: vec2u) -> bool {
  let mask = vec2u(0xffffu);
  return any((a >> vec2u(16u)) < (b & mask)) || any((b >> vec2u(16u)) < (a & mask));
}

// Lists what was chosen; the number is in `chosen` after a barrier.
fn listChosen(lane: u32, slots: u32) {
  let first = view.contour * candidateCapacity();
  for (var slot = lane; slot < slots; slot += crew) {
    let choice_ = choice[view.contour * geometry.capacity + slot];
    if (choice_ != 0u) {
      let place = atomicAdd(&chosen, 1u);
      listed[place] = choice_ - 1u;
      listedScores[place] = scores[first + choice_ - 1u];
      boxes[place] = boxOf(choice_ - 1u);
    }
  }
}

// Puts every listed candidate where it belongs in `order`: after all that are better.
fn rankListed(lane: u32, count: u32) {
  for (var a = lane; a < count; a += crew) {
    let candidate = listed[a];
    let score = listedScores[a];
    var rank = 0u;
    var conflict = false;
    for (var b = 0u; b < count; b++) {
      let other = listed[b];
      let its = listedScores[b];
      if (lessSigned128(its, score) || (all(its == score) && other < candidate)) {
        rank++;
        conflict = conflict || (!apart(boxes[a], boxes[b]) && clashes(candidate, other));
      }
    }
    ranked[rank] = select(candidate, candidate | conflictBit, conflict);
    order[view.contour * geometry.capacity + rank] = ranked[rank];
  }
}
