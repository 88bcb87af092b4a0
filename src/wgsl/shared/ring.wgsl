#import view
// One contour's nodes. The kernel also declares `ring`.

fn nodeAt(i: u32) -> vec2u {
  return vec2u(ring[view.ringAt + 2u * i], ring[view.ringAt + 2u * i + 1u]);
}

// Only nodes within the contour's box are moved, removed or added.
fn inBox(place: vec2u) -> bool {
  let box = view.base + S_box;
  return all(place >= vec2u(state[box], state[box + 1u])) && all(place <= vec2u(state[box + 2u], state[box + 3u]));
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
