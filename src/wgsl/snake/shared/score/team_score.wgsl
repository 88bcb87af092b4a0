#import snake/shared/score/summands
// requires: crew, geometry, shares, team, teams
// The score of a row of totals by a team of lanes, which share its logarithms: one logarithm takes a lane a microsecond.
// `team` is the number of lanes of a team, `teams` the number of teams in the workgroup; `shares` has one vec4u per lane.

var<private> teamOf: u32;
var<workgroup> teamHeads: array<array<vec2u, mostHeads>, teams>;
// 1 where a lane found that the row is impossible.
var<workgroup> teamDoubts: array<u32, crew>;

fn headLog(h: u32) -> vec2u {
  return teamHeads[teamOf][h];
}

// All lanes of the workgroup call this, with the same `asLength`; `scored` is the same in a team: is there a row? The
// score comes to the team's first lane.
fn scoreOfTeam(lane: u32, asLength: bool, scored: bool) -> vec4u {
  let member = lane % team;
  teamOf = lane / team;
  let items = itemsFor(asLength);
  var sum = vec4u(0u);
  var doubt = false;
  for (var first = 0u; first < items.all_; first += team) {
    let item = first + member;
    let works = scored & (item < items.all_);
    var term = Term(vec2u(0u), vec4u(1u, 0u, 0u, 0u), false);
    var log = vec2u(0u);
    if (works) {
      readSums(placeOfItem(item, items));
      if (item < items.costs) {
        term = itemOf(item, items.terms);
        log = log2Wide(term.argument);
        if (item < items.terms) {
          teamHeads[teamOf][item] = log;
        }
      }
    }
    // Costs ask for the last heads, which may be in the same round.
    workgroupBarrier();
    if (works) {
      let polarity = item == items.polarity;
      let amount = amountOf(summandOf(item, items, term, log, asLength), polarity);
      sum = add128(sum, select(amount, vec4u(0u), polarity));
      doubt |= polarity & !hasPolarity(amount);
    }
  }
  if (scored) {
    doubt |= (member == 0u) & isBarred();
    for (var i = select(member, team, member == 0u); i < geometry.moments; i += team) {
      doubt |= exceeds(i);
    }
  }
  shares[lane] = sum;
  teamDoubts[lane] = u32(doubt);
  workgroupBarrier();
  if (member == 0u) {
    for (var other = lane + 1u; other < lane + min(team, max(items.all_, geometry.moments)); other++) {
      sum = add128(sum, shares[other]);
      doubt |= teamDoubts[other] != 0u;
    }
    sum = select(sum, worst, doubt);
  }
  return sum;
}
