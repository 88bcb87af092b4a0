// requires: state, view
// A word of the contour's state, read from where it is stored.

fn stateAt(word: u32) -> u32 {
  return state[view.base + word];
}
