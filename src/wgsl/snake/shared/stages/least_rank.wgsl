#import snake/shared/state/layout
#import snake/shared/score/wide
// requires: shares, team, teams
// The least score over several teams of lanes.

// Of each team: the rank with the least score that it has seen.
var<workgroup> bestRanks: array<u32, teams>;

// The rank with the least score over all teams, the first of equals. `best` is `count` in a team without one.
fn bestOfTeams(lane: u32, count: u32, least: vec4u, best: u32) -> u32 {
  workgroupBarrier();
  if (lane % team == 0u) {
    shares[lane / team] = least;
    bestRanks[lane / team] = best;
  }
  for (var reach = teams / 2u + nothing(); reach > 0u; reach /= 2u) {
    workgroupBarrier();
    if (lane < reach) {
      let its = bestRanks[lane + reach];
      let score = shares[lane + reach];
      let better = lessSigned128(score, shares[lane]) | (all(score == shares[lane]) & (its < bestRanks[lane]));
      if ((its < count) & ((bestRanks[lane] == count) | better)) {
        shares[lane] = score;
        bestRanks[lane] = its;
      }
    }
  }
  return workgroupUniformLoad(&bestRanks[0]);
}
