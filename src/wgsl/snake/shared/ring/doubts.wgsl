// requires: vertexWords
// Members of a list, one bit each, that must be decided one after another: initially and at the end none is in doubt.
// `vertexWords` must have room for one bit per vertex.

var<workgroup> doubtful: array<atomic<u32>, vertexWords>;
var<workgroup> doubt: u32;
// Whether the member in doubt clashes.
var<workgroup> clashing: atomic<u32>;

fn putInDoubt(i: u32, doubts: bool) {
  atomicOr(&doubtful[i >> 5u], u32(doubts) << (i & 31u));
}

fn settleDoubt(i: u32) {
  atomicAnd(&doubtful[i >> 5u], ~(1u << (i & 31u)));
}

// The first one in doubt below `count`, or `count`: the same in all lanes.
fn nextDoubt(lane: u32, count: u32) -> u32 {
  if (lane == 0u) {
    var word = 0u;
    while ((count > 32u * word) & (atomicLoad(&doubtful[word]) == 0u)) {
      word++;
    }
    doubt = select(count, 32u * word + firstTrailingBit(atomicLoad(&doubtful[word])), count > 32u * word);
    atomicStore(&clashing, 0u);
  }
  return workgroupUniformLoad(&doubt);
}
