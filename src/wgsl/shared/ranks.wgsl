#import clash
// Which of the ranked candidates are kept: those that clash with no better one that is. One workgroup of `crew`
// lanes. The kernel declares `order` beside what clash asks for.

const crew = 64u;
const rankWords = 512u;

// One bit a rank: at most 16,384, half of the nodes, for neighbours are never chosen together.
var<workgroup> kept: array<atomic<u32>, rankWords>;
var<workgroup> doubtful: array<atomic<u32>, rankWords>;
var<workgroup> doubt: u32;
var<workgroup> clashing: atomic<u32>;

fn candidateOf(rank: u32) -> u32 {
  return order[view.contour * geometry.capacity + rank] & ~conflictBit;
}

// Of the rank's candidate among those of all contours.
fn indexOf(rank: u32) -> u32 {
  return view.contour * candidateCapacity() + candidateOf(rank);
}

fn isKept(rank: u32) -> bool {
  return (atomicLoad(&kept[rank >> 5u]) & (1u << (rank & 31u))) != 0u;
}

// Number of kept ranks below `rank`.
fn keptBelow(rank: u32) -> u32 {
  var count = 0u;
  for (var word = 0u; 32u * word + 31u < rank; word++) {
    count += countOneBits(atomicLoad(&kept[word]));
  }
  return count + countOneBits(atomicLoad(&kept[rank >> 5u]) & ((1u << (rank & 31u)) - 1u));
}

// Keeps the ranks that do not clash with a better kept one. `count` ranks, the same in all lanes.
fn keep(lane: u32, count: u32) {
  for (var rank = lane; rank < count; rank += crew) {
    let bit = 1u << (rank & 31u);
    if (order[view.contour * geometry.capacity + rank] >= conflictBit) {
      atomicOr(&doubtful[rank >> 5u], bit);
    } else {
      atomicOr(&kept[rank >> 5u], bit);
    }
  }
  workgroupBarrier();
  // Lane 0 alone: words of `doubtful` that are settled.
  var word = 0u;
  for (var turns = 0u; turns <= count; turns++) {
    if (lane == 0u) {
      while (count > 32u * word && atomicLoad(&doubtful[word]) == 0u) {
        word++;
      }
      doubt = count;
      if (count > 32u * word) {
        doubt = 32u * word + firstTrailingBit(atomicLoad(&doubtful[word]));
      }
      atomicStore(&clashing, 0u);
    }
    let rank = workgroupUniformLoad(&doubt);
    if (rank >= count) {
      break;
    }
    for (var better = lane; better < rank; better += crew) {
      if (isKept(better) && clashes(candidateOf(rank), candidateOf(better))) {
        atomicStore(&clashing, 1u);
      }
    }
    workgroupBarrier();
    if (lane == 0u) {
      let bit = 1u << (rank & 31u);
      atomicAnd(&doubtful[rank >> 5u], ~bit);
      if (atomicLoad(&clashing) == 0u) {
        atomicOr(&kept[rank >> 5u], bit);
      }
    }
  }
  workgroupBarrier();
}
