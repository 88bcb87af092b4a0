#import snake/shared/state/layout
// requires: state, view
// The words of the contour's state before its totals, held by a workgroup that decides alone: one lane asks for many of
// them in turn, and each would be a way to memory. `state` is bound to read and write.

var<workgroup> heldState: array<u32, S_totals>;

fn holdState(lane: u32) {
  if (lane < S_totals) {
    heldState[lane] = state[view.base + lane];
  }
  workgroupBarrier();
}

fn giveStateBack(lane: u32) {
  workgroupBarrier();
  if (lane < S_totals) {
    state[view.base + lane] = heldState[lane];
  }
}

fn stateAt(word: u32) -> u32 {
  return heldState[word];
}

fn putState(word: u32, value: u32) {
  heldState[word] = value;
}
