#import snake/shared/stages/joining
#import snake/shared/stages/least_rank
#import snake/shared/score/judged_row
#import snake/shared/score/team_score
#import snake/shared/score/put_score
// requires: scores, team, teams
// Ranked acceptance, as src/snake/kernels/shared/ranked-acceptance.ts, by one workgroup.

// What is scored, one after another: the kept of the ranked candidates; the ring's energy; its length. Stages go through these in
// a loop, as the score's text is long and a compiler puts it wherever it is called.
const Subject_ranked = 0u;
const Subject_energy = 1u;
const Subject_length = 2u;
const subjects = 3u;

// After joinRanked() scores every kept rank but the first, which has its score, and returns the one with the least, of several ranks; or puts
// the score of the ring as it stands into its state. `prunes`: are the ranked ones removals?
fn scoreSubject(lane: u32, subject: u32, count: u32, prunes: bool) -> u32 {
  let ofRing = subject != Subject_ranked;
  storageBarrier();
  workgroupBarrier();
  judgesRing = ofRing;
  let asLength = select(prunes, subject == Subject_length, ofRing);
  let rows = select(count, 1u, ofRing);
  var least = worst;
  var best = rows;
  for (var first = 0u; first < rows; first += teams) {
    let rank = first + lane / team;
    let index = indexOf(min(rank, count - 1u));
    row = index * totalsWords();
    let counts = (rank < rows) & (ofRing | isKept(rank));
    let score = scoreOfTeam(lane, asLength, counts & (ofRing | (rank > 0u)));
    if (counts & (lane % team == 0u)) {
      if (ofRing) {
        put128(select(S_energy, S_length, asLength), score);
      } else {
        let its = select(score, scores[index], rank == 0u);
        scores[index] = its;
        let better = (best == rows) | lessSigned128(its, least);
        least = select(least, its, better);
        best = select(best, rank, better);
      }
    }
  }
  best = bestOfTeams(lane, rows, least, best);
  storageBarrier();
  workgroupBarrier();
  return best;
}
