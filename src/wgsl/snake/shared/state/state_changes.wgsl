#import snake/shared/state/stored_state
// requires: state, view
// A word of the contour's state, changed where it is stored.

fn putState(word: u32, value: u32) {
  state[view.base + word] = value;
}
