#import view
#import description
// The score of one candidate, as src/snake/criterion.ts. The kernel declares `geometry`, `state` and `totals`.

var<private> row: u32;

fn targetMoment(i: u32) -> vec2u {
  return vec2u(totals[row + 2u * i], totals[row + 2u * i + 1u]);
}

fn targetExtra(i: u32) -> u32 {
  return totals[row + 2u * geometry.moments + i];
}

fn scoreCandidate(index: u32, valid: bool) -> vec4u {
  row = index * totalsWords();
  var score = worst;
  if (valid) {
    score = partitionEnergy();
    if (view.phase == Phase_prune) {
      score = descriptionLength(score);
    }
  }
  return score;
}
