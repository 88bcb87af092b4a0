#import view
// How a contour goes on, as src/snake/phases.ts. One invocation calls these; where `wakes` is set in the end, all
// nodes' waiting is to be cleared: wake().

var<workgroup> wakes: u32;

fn beginPass() {
  state[view.base + S_phase] = Phase_move;
  state[view.base + S_set] = 0u;
  state[view.base + S_moved] = 0u;
  state[view.base + S_full] = 1u;
  wakes = 1u;
}

fn endStage() {
  let stage = state[view.base + S_set] + 1u;
  if (stage < setsOf(state[view.base + S_nodes])) {
    state[view.base + S_set] = stage;
  } else if (state[view.base + S_moved] > 0u) {
    state[view.base + S_set] = 0u;
    state[view.base + S_moved] = 0u;
    state[view.base + S_full] = 0u;
  } else if (state[view.base + S_full] == 0u) {
    beginPass();
  } else if (state[view.base + S_refining] == 0u) {
    state[view.base + S_phase] = Phase_add;
  } else if (state[view.base + S_distance] > 1u) {
    state[view.base + S_distance] = state[view.base + S_distance] >> 1u;
    beginPass();
  } else if (state[view.base + S_changed] == 0u) {
    state[view.base + S_status] = Status_done;
  } else {
    state[view.base + S_phase] = Phase_prune;
    state[view.base + S_changed] = 0u;
  }
}

fn countStep() {
  let step = state[view.base + S_step] + 1u;
  state[view.base + S_step] = step;
  if (step >= geometry.maximumSteps) {
    state[view.base + S_status] = Status_exhausted;
  }
}

// Clears the waiting of all nodes where a fresh pass has begun. The kernel declares `waiting` and `crew`.
fn wake(lane: u32) {
  if (workgroupUniformLoad(&wakes) != 0u) {
    for (var i = lane; i < view.nodes; i += crew) {
      waiting[view.contour * geometry.capacity + i] = 0u;
    }
  }
  workgroupBarrier();
  if (lane == 0u) {
    wakes = 0u;
  }
}
