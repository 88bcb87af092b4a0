#import snake/shared/score/summands
// requires: geometry
// The score of one row of totals by one lane: the energy of the partition, or the length of its description.

// The last one takes the logarithms of what is no head.
var<private> headLogs: array<vec2u, mostHeads + 1u>;

fn headLog(h: u32) -> vec2u {
  return headLogs[h];
}

// After readSums().
fn isImpossible() -> bool {
  var impossible = isBarred();
  for (var i = 1u; i < geometry.moments; i++) {
    impossible |= exceeds(i);
  }
  return impossible;
}

fn scoreOfRow(asLength: bool) -> vec4u {
  readSums(0u);
  let items = itemsFor(asLength);
  var score = vec4u(0u);
  var impossible = isImpossible();
  // Heads first, as what the others add asks for their logarithms.
  for (var item = 0u; (item < items.all_) & !impossible; item++) {
    var term = Term(vec2u(0u), vec4u(1u, 0u, 0u, 0u), false);
    var log = vec2u(0u);
    readSums(placeOfItem(item, items));
    if (item < items.costs) {
      term = itemOf(item, items.terms);
      log = log2Wide(term.argument);
      headLogs[select(mostHeads, item, item < items.terms)] = log;
    }
    let polarity = item == items.polarity;
    let amount = amountOf(summandOf(item, items, term, log, asLength), polarity);
    score = add128(score, select(amount, vec4u(0u), polarity));
    impossible = polarity & !hasPolarity(amount);
  }
  return select(score, worst, impossible);
}
