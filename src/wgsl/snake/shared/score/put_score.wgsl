#import snake/shared/state/view
// requires: putState
// Writes a score into the contour's state.

fn put128(at: u32, value: vec4u) {
  for (var i = 0u; i < 4u; i++) {
    putState(at + i, value[i]);
  }
}
