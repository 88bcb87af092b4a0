#import layout
// One contour's ring and state, as src/snake/candidates.ts and moved.ts see them. The kernel declares `geometry`,
// `state` and `ring`, and calls lookAt() first.

struct View {
  contour: u32,
  // Words: of the contour in `state` and in `ring`.
  base: u32,
  ringAt: u32,
  running: bool,
  phase: u32,
  set: u32,
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
  view.set = state[base + S_set];
  view.nodes = state[base + S_nodes];
  view.distance = i32(state[base + S_distance]);
}

fn nodeAt(i: u32) -> vec2u {
  return vec2u(ring[view.ringAt + 2u * i], ring[view.ringAt + 2u * i + 1u]);
}

// The node that a candidate moves, removes, or starts an edge at.
fn nodeOf(candidate: u32) -> u32 {
  if (view.phase == Phase_move) {
    return nodeOfSlot(view.set, candidate / directions, view.nodes);
  }
  return candidate;
}

// Where a move takes the node at `from`: by the distance in the candidate's direction, within the contour's box.
fn moved(from_: vec2u, candidate: u32) -> vec2u {
  // E, NE, N, NW, W, SW, S, SE: steps + 1, two bits each.
  let w = 2u * (candidate % directions);
  let step = vec2i(i32((0x901au >> w) & 3u), i32((0xa901u >> w) & 3u)) - vec2i(1);
  let box = view.base + S_box;
  let low = vec2i(i32(state[box]), i32(state[box + 1u]));
  let high = vec2i(i32(state[box + 2u]), i32(state[box + 3u]));
  return vec2u(min(max(vec2i(from_) + step * view.distance, low), high));
}
