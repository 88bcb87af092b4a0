#import snake/shared/score/summands
// requires: geometry, shares, team, teams
// The score of a row of totals by a team of lanes, which share out its logarithms: one takes a lane a microsecond.
// `team` is the lanes of one, `teams` their number in the workgroup; `shares` has a word of four a lane.

var<private> teamOf: u32;
var<workgroup> teamHeads: array<vec2u, teams * mostHeads>;
// 1 where a lane found that the row cannot be.
var<workgroup> teamDoubts: array<u32, teams * team>;

fn headLog(h: u32) -> vec2u {
  return teamHeads[teamOf * mostHeads + h];
}

// All lanes of the workgroup call this, with the same `asLength`; `scored` is the same in a team: is there a row? The
// score comes to the team's first lane.
fn scoreOfTeam(lane: u32, asLength: bool, scored: bool) -> vec4u {
  let member = lane % team;
  teamOf = lane / team;
  let heads = headsFor(asLength);
  let logs = heads + termsOfData();
  let items = itemsFor(asLength);
  var sum = vec4u(0u);
  for (var first = 0u; first < items; first += team) {
    let item = first + member;
    var term = Term(vec2u(0u), vec4u(1u, 0u, 0u, 0u), false);
    var log = vec2u(0u);
    if (scored && item < items) {
      readSums(select(0u, item - heads, item >= heads && item < logs));
    }
    if (scored && item < logs) {
      term = itemOf(item, heads);
      log = log2Wide(term.argument);
      if (item < heads) {
        teamHeads[teamOf * mostHeads + item] = log;
      }
    }
    // Costs ask for the last heads, which may be in the same round.
    workgroupBarrier();
    if (scored && item < items) {
      sum = add128(sum, amountOf(summandOf(item, term, log, asLength)));
    }
  }
  var doubt = false;
  if (scored) {
    for (var i = select(member, team, member == 0u); i < geometry.moments; i += team) {
      doubt = doubt || exceeds(i);
    }
    if (member == 0u) {
      doubt = doubt || isBarred();
    }
  }
  shares[lane] = sum;
  teamDoubts[lane] = u32(doubt);
  workgroupBarrier();
  if (member == 0u) {
    for (var other = lane + 1u; other < lane + min(team, max(items, geometry.moments)); other++) {
      sum = add128(sum, shares[other]);
      doubt = doubt || teamDoubts[other] != 0u;
    }
    sum = select(sum, worst, doubt);
  }
  return sum;
}
