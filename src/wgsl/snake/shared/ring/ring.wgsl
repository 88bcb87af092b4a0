#import snake/shared/state/view
// requires: geometry, state
// One contour's vertices. vertexAt() comes with stored_ring or held_ring.

// Only vertices within the contour's box are moved, removed or added.
fn inBox(place: vec2u) -> bool {
  return all((vec2i(place) >= view.low) & (vec2i(place) <= view.high));
}

// A pinned vertex is not moved or removed. Pinned ones lie behind the contours' states.
fn isPinned(place: vec2u) -> bool {
  let first = geometry.contours * stateWords();
  let word = place.x | (place.y << 16u);
  var pinned = false;
  for (var i = 0u; i < geometry.pins; i++) {
    pinned |= state[first + i] == word;
  }
  return pinned;
}

// Where a move takes the vertex at `from`: by the distance in the candidate's direction, within the contour's box.
fn moved(from_: vec2u, candidate: u32) -> vec2u {
  // E, NE, N, NW, W, SW, S, SE: steps + 1, two bits each.
  let w = 2u * (candidate % DIRECTIONS);
  let step = vec2i(i32((0x901au >> w) & 3u), i32((0xa901u >> w) & 3u)) - vec2i(1);
  return vec2u(min(max(vec2i(from_) + step * view.distance, view.low), view.high));
}
