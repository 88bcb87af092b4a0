#import snake/shared/ring/clash
#import snake/shared/score/wide
// requires: choice, order, scores
// As src/snake/kernels/rank_moves.ts.

var<workgroup> chosen: atomic<u32>;

// Slots of the contour that are ranked.
fn rankedSlots() -> u32 {
  let ranks = view.running & (view.phase != Phase_start);
  return select(0u, decisionsOf(view.phase, view.stage, view.vertices), ranks);
}

// Counts the chosen candidates; `width` lanes share out the slots.
fn countChosen(lane: u32, width: u32) {
  for (var slot = lane; slot < rankedSlots(); slot += width) {
    if (choice[view.firstVertex + slot] != 0u) {
      atomicAdd(&chosen, 1u);
    }
  }
}

var<workgroup> betterOnes: atomic<u32>;
var<workgroup> conflicts: atomic<u32>;

// Compares a slot's candidate with the others, which `width` lanes share out.
fn compareSlot(own: u32, lane: u32, width: u32) {
  let at = view.firstVertex;
  let first = view.firstCandidate;
  let candidate = choice[at + own] - 1u;
  let score = scores[first + candidate];
  var rank = 0u;
  var conflict = false;
  for (var slot = lane; slot < rankedSlots(); slot += width) {
    if ((slot != own) & (choice[at + slot] != 0u)) {
      let other = choice[at + slot] - 1u;
      let its = scores[first + other];
      let better = lessSigned128(its, score) | (all(its == score) & (other < candidate));
      rank += u32(better);
      if (better & !conflict) {
        conflict = clashes(candidate, other);
      }
    }
  }
  atomicAdd(&betterOnes, rank);
  if (conflict) {
    atomicStore(&conflicts, CONFLICT_BIT);
  }
}

// Puts the slot's candidate where it belongs: after all that are better.
fn putRank(own: u32) {
  let at = view.firstVertex;
  order[at + atomicLoad(&betterOnes)] = (choice[at + own] - 1u) | atomicLoad(&conflicts);
}
