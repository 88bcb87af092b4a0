#import snake/shared/ring/clash
#import snake/shared/ring/doubts
#import snake/shared/stages/ranks
// requires: crew, order, rankedAt
// Finds out which ranks are kept, by one workgroup of `crew` lanes.

// Keeps the ranks that do not clash with a better kept one, and leaves `order` with a conflict where one is not kept. `count` ranks, the same in
// all lanes.
fn keep(lane: u32, count: u32) {
  for (var rank = lane; rank < count; rank += crew) {
    let doubts = rankedAt(rank) >= CONFLICT_BIT;
    putInDoubt(rank, doubts);
    keepRank(rank, !doubts);
  }
  workgroupBarrier();
  for (var turns = 0u; turns <= count; turns++) {
    let rank = nextDoubt(lane, count);
    if (rank >= count) {
      break;
    }
    for (var better = lane; better < rank; better += crew) {
      if (isKept(better)) {
        atomicOr(&clashing, u32(clashes(candidateOf(rank), candidateOf(better))));
      }
    }
    workgroupBarrier();
    if (lane == 0u) {
      let keeps = atomicLoad(&clashing) == 0u;
      settleDoubt(rank);
      keepRank(rank, keeps);
      order[view.firstVertex + rank] = candidateOf(rank) | select(CONFLICT_BIT, 0u, keeps);
    }
  }
  workgroupBarrier();
}
