#import layout
// One contour's state, as src/snake/candidates.ts and decision.ts see it. The kernel declares `geometry` and `state`,
// and calls lookAt() first.

struct View {
  contour: u32,
  // Words: of the contour in `state` and in `ring`.
  base: u32,
  ringAt: u32,
  running: bool,
  phase: u32,
  stage: u32,
  nodes: u32,
  distance: i32,
}

var<private> view: View;

fn lookAt(contour: u32) {
  let base = contour * stateWords();
  view.contour = contour;
  view.base = base;
  view.ringAt = 2u * geometry.capacity * contour;
  view.running = state[base + S_status] == Status_running;
  view.phase = state[base + S_phase];
  view.stage = state[base + S_set];
  view.nodes = state[base + S_nodes];
  view.distance = i32(state[base + S_distance]);
}

// The node that a candidate moves, removes, or starts an edge at.
fn nodeOf(candidate: u32) -> u32 {
  if (view.phase == Phase_move) {
    return nodeOfSlot(view.stage, candidate / directions, view.nodes);
  }
  return candidate;
}

// Moments of the ring's inside and of the domain, and the ring's nodes and sums of steps.
fn ringMoment(i: u32) -> vec2u {
  let at = view.base + S_totals + 2u * i;
  return vec2u(state[at], state[at + 1u]);
}

fn domainMoment(i: u32) -> vec2u {
  let at = view.base + domainOffset() + 2u * i;
  return vec2u(state[at], state[at + 1u]);
}

fn ringExtra(i: u32) -> u32 {
  return state[view.base + domainOffset() - extraWords + i];
}
