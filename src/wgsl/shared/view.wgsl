#import layout
// One contour's state, as src/snake/candidates.ts and decision.ts see it. The kernel declares `geometry` and `state`,
// and stateAt(): from `state` itself (stored_state) or from a copy (held_state); it calls lookAt() first.

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
  // Where the nodes may go.
  low: vec2i,
  high: vec2i,
}

var<private> view: View;

fn findContour(contour: u32) {
  view.contour = contour;
  view.base = contour * stateWords();
  view.ringAt = 2u * geometry.capacity * contour;
}

fn readView() {
  view.running = stateAt(S_status) == Status_running;
  view.phase = stateAt(S_phase);
  view.stage = stateAt(S_set);
  view.nodes = stateAt(S_nodes);
  view.distance = i32(stateAt(S_distance));
  view.low = vec2i(i32(stateAt(S_box)), i32(stateAt(S_box + 1u)));
  view.high = vec2i(i32(stateAt(S_box + 2u)), i32(stateAt(S_box + 3u)));
}

fn lookAt(contour: u32) {
  findContour(contour);
  readView();
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
