#import snake/shared/state/view
// requires: crew, geometry, putState, stateAt, waiting
// The next phase of a contour, as src/snake/kernels/shared/phases.ts. One invocation calls these; where `wakes` is set at the end,
// wake() must clear the waiting of all vertices.

var<workgroup> wakes: u32;
var<workgroup> awakeSets: atomic<u32>;

fn beginPass() {
  putState(S_phase, Phase_move);
  putState(S_set, 0u);
  putState(S_moved, 0u);
  putState(S_full, 1u);
  wakes = 1u;
}

// Notes which sets have a vertex that does not wait; for all lanes, before endStage().
fn noteAwake(lane: u32) {
  storageBarrier();
  workgroupBarrier();
  for (var i = lane; i < view.vertices; i += crew) {
    if (waiting[view.firstVertex + i] == 0u) {
      atomicOr(&awakeSets, 1u << setOf(i, view.vertices));
    }
  }
  workgroupBarrier();
}

fn nextSet(from_: u32) -> u32 {
  return min(firstTrailingBit(atomicLoad(&awakeSets) & (0xffffffffu << from_)), MOST_SETS);
}

// Chooses what follows a stage; returns whether a fresh pass begins.
fn endStage() -> bool {
  var begins = false;
  let stage = nextSet(stateAt(S_set) + 1u);
  if (stage < MOST_SETS) {
    putState(S_set, stage);
  } else if (stateAt(S_moved) > 0u) {
    // Moved vertices are awake.
    putState(S_set, nextSet(0u));
    putState(S_moved, 0u);
    putState(S_full, 0u);
  } else if (stateAt(S_full) == 0u) {
    begins = true;
  } else if (stateAt(S_refining) == 0u) {
    putState(S_phase, Phase_add);
  } else if (stateAt(S_distance) > 1u) {
    putState(S_distance, stateAt(S_distance) >> 1u);
    begins = true;
  } else if (stateAt(S_changed) == 0u) {
    putState(S_status, Status_done);
  } else {
    putState(S_phase, Phase_prune);
    putState(S_changed, 0u);
  }
  return begins;
}

// Have the moves come to an end for now?
fn leftMoves() -> bool {
  return (stateAt(S_phase) != Phase_move) | (stateAt(S_status) != Status_running);
}

fn countMoves(taken: u32) {
  putState(S_moved, stateAt(S_moved) + taken);
  putState(S_moves, stateAt(S_moves) + taken);
  putState(S_changed, stateAt(S_changed) + taken);
}

fn countRemovals(vertices: u32, taken: u32) {
  putState(S_vertices, vertices - taken);
  putState(S_removals, stateAt(S_removals) + taken);
  putState(S_changed, stateAt(S_changed) + taken);
}

fn countStep() {
  let step = stateAt(S_step) + 1u;
  putState(S_step, step);
  putState(S_status, select(stateAt(S_status), Status_exhausted, step >= geometry.maximumSteps));
}

// Clears the waiting of all `vertices` with which the step began where a fresh pass has begun.
fn wake(lane: u32, vertices: u32) {
  let woken = select(0u, vertices, workgroupUniformLoad(&wakes) != 0u);
  for (var i = lane; i < woken; i += crew) {
    waiting[view.firstVertex + i] = 0u;
  }
  workgroupBarrier();
  if (lane == 0u) {
    wakes = 0u;
  }
}
