#import snake/shared/state/layout
// requires: geometry, state, stateAt
// One contour's state, as src/snake/kernels/shared/candidates.ts and decision.ts see it. stateAt() reads
// `state` itself (stored_state) or a copy (held_state). A kernel calls lookAt() first.

struct View {
  contour: u32,
  // Words: of the contour in `state` and in `ring`.
  base: u32,
  ringAt: u32,
  // Of its first vertex and candidate in the buffers that have one or more words of each.
  firstVertex: u32,
  firstCandidate: u32,
  running: bool,
  phase: u32,
  stage: u32,
  vertices: u32,
  distance: i32,
  // Where the vertices may go.
  low: vec2i,
  high: vec2i,
}

var<private> view: View;

fn findContour(contour: u32) {
  view.contour = contour;
  view.base = contour * stateWords();
  view.ringAt = 2u * geometry.capacity * contour;
  view.firstVertex = geometry.capacity * contour;
  view.firstCandidate = candidateCapacity() * contour;
}

fn readView() {
  view.running = stateAt(S_status) == Status_running;
  view.phase = stateAt(S_phase);
  view.stage = stateAt(S_set);
  view.vertices = stateAt(S_vertices);
  view.distance = i32(stateAt(S_distance));
  view.low = vec2i(i32(stateAt(S_box)), i32(stateAt(S_box + 1u)));
  view.high = vec2i(i32(stateAt(S_box + 2u)), i32(stateAt(S_box + 3u)));
}

fn lookAt(contour: u32) {
  findContour(contour);
  readView();
}

// The vertex that a candidate moves, removes, or starts an edge at.
fn vertexOf(candidate: u32) -> u32 {
  return select(candidate, vertexOfSlot(view.stage, candidate / DIRECTIONS, view.vertices), view.phase == Phase_move);
}

// Moments of the ring's inside and of the domain, and the ring's vertices and sums of steps.
fn ringMoment(i: u32) -> vec2u {
  let at = view.base + S_totals + 2u * i;
  return vec2u(state[at], state[at + 1u]);
}

fn domainMoment(i: u32) -> vec2u {
  let at = view.base + domainOffset() + 2u * i;
  return vec2u(state[at], state[at + 1u]);
}

fn ringExtra(i: u32) -> u32 {
  return state[view.base + domainOffset() - EXTRA_WORDS + i];
}
