#import snake/shared/score/terms
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
  for (var h = 0u; h < headsFor(asLength); h++) {
    headLogs[h] = log2Long(headArgument(h));
  }
  var score = besidesTerms();
  for (var i = 0u; i < termsOfData(); i++) {
    readSums(i);
    let term = termOf(i);
    if (any(term.weight != vec2u(0u))) {
      score = add128(score, valueOf(term, log2Wide(term.argument)));
    }
  }
  if (asLength) {
    score = add128(score, besidesEnergy());
  }
  return score;
}
