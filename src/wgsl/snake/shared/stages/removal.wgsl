#import snake/shared/stages/ranks
#import snake/shared/state/phases
// requires: crew, edges, geometry, putState, ring, segment_sums, stateAt, vertexAt, vertexWords
// Takes vertices out of the ring, as src/snake/kernels/shared/closing-removals.ts.

// Distance at which passes resume after a pruning.
const refineDistance = 4u;

// One bit a vertex.
var<workgroup> gone: array<atomic<u32>, vertexWords>;

fn isGone(i: u32) -> bool {
  return (atomicLoad(&gone[i >> 5u]) & (1u << (i & 31u))) != 0u;
}

fn goneBefore(i: u32) -> u32 {
  var count = 0u;
  for (var word = 0u; 32u * word + 31u < i; word++) {
    count += countOneBits(atomicLoad(&gone[word]));
  }
  return count + countOneBits(atomicLoad(&gone[i >> 5u]) & ((1u << (i & 31u)) - 1u));
}

// The last rank that is taken: of removals one so that 3 vertices stay.
fn lastOf(best: u32, prunes: bool) -> u32 {
  var rank = best;
  while (prunes & (!isKept(rank) | (keptBelow(rank) + 4u > view.vertices))) {
    rank--;
  }
  return rank;
}

fn remove(i: u32) {
  atomicOr(&gone[i >> 5u], 1u << (i & 31u));
  let segment = 2u * (view.firstCandidate + i) * geometry.moments;
  let before = (view.firstVertex + vertexBefore(i, view.vertices)) * geometry.moments;
  for (var m = 0u; m < geometry.moments; m++) {
    edges[before + m] = segment_sums[segment + m];
  }
}

// Closes the gaps, tile after tile: within one, everything is read before anything is written.
fn compact(lane: u32, vertices: u32) {
  for (var first = 0u; first < vertices; first += crew) {
    let i = min(first + lane, vertices - 1u);
    let stays = (first + lane < vertices) & !isGone(i);
    let to = i - goneBefore(i);
    let place = vertexAt(i);
    storageBarrier();
    workgroupBarrier();
    if (stays) {
      ring[view.ringAt + 2u * to] = place.x;
      ring[view.ringAt + 2u * to + 1u] = place.y;
    }
    let base = view.firstVertex;
    for (var m = 0u; m < geometry.moments; m++) {
      let moment = edges[(base + i) * geometry.moments + m];
      storageBarrier();
      workgroupBarrier();
      if (stays) {
        edges[(base + to) * geometry.moments + m] = moment;
      }
    }
  }
}

// Nothing was removed: passes refine what is left, or the run ends. Does a pass begin?
fn endPruning() -> bool {
  let done = (stateAt(S_refining) == 1u) & (stateAt(S_changed) == 0u);
  if (done) {
    putState(S_status, Status_done);
  } else {
    putState(S_refining, 1u);
    putState(S_changed, 0u);
    putState(S_distance, refineDistance);
  }
  return !done;
}
