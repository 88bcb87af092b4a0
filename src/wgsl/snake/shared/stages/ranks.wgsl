#import snake/shared/state/view
// requires: keptWords, rankedAt
// Which of the ranked candidates are kept: those that clash with no better one that is. rankedAt(rank) is an entry of `order`.

// One bit a rank: half of the vertices, for neighbours are never chosen together.
var<workgroup> kept: array<atomic<u32>, keptWords>;

fn candidateOf(rank: u32) -> u32 {
  return rankedAt(rank) & ~CONFLICT_BIT;
}

// Of the rank's candidate among those of all contours.
fn indexOf(rank: u32) -> u32 {
  return view.firstCandidate + candidateOf(rank);
}

fn isKept(rank: u32) -> bool {
  return (atomicLoad(&kept[rank >> 5u]) & (1u << (rank & 31u))) != 0u;
}

fn keepRank(rank: u32, keeps: bool) {
  atomicOr(&kept[rank >> 5u], u32(keeps) << (rank & 31u));
}

// Number of kept ranks below `rank`.
fn keptBelow(rank: u32) -> u32 {
  var count = 0u;
  for (var word = 0u; 32u * word + 31u < rank; word++) {
    count += countOneBits(atomicLoad(&kept[word]));
  }
  return count + countOneBits(atomicLoad(&kept[rank >> 5u]) & ((1u << (rank & 31u)) - 1u));
}
