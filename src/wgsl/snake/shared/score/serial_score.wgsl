#import snake/shared/score/summands
// requires: geometry
// The score of one row of totals by one lane: the energy of the partition, or the length of its description.

var<private> headLogs: array<vec2u, mostHeads>;

fn headLog(h: u32) -> vec2u {
  return headLogs[h];
}

// After readSums().
fn isImpossible() -> bool {
  for (var i = 1u; i < geometry.moments; i++) {
    if (exceeds(i)) {
      return true;
    }
  }
  return isBarred();
}

fn scoreOfRow(asLength: bool) -> vec4u {
  readSums(0u);
  if (isImpossible()) {
    return worst;
  }
  let heads = headsFor(asLength);
  let logs = heads + termsOfData();
  let items = itemsFor(asLength);
  var score = vec4u(0u);
  // Heads first, as what the others add asks for their logarithms.
  for (var item = 0u; item < items; item++) {
    var term = Term(vec2u(0u), vec4u(1u, 0u, 0u, 0u), false);
    var log = vec2u(0u);
    if (item < logs) {
      readSums(select(0u, item - heads, item >= heads));
      term = itemOf(item, heads);
      log = log2Wide(term.argument);
      if (item < heads) {
        headLogs[item] = log;
      }
    }
    score = add128(score, amountOf(summandOf(item, term, log, asLength)));
  }
  return score;
}
