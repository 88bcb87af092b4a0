#import snake/shared/stages/acceptance
#import snake/shared/stages/removal
#import snake/shared/state/phases
// requires: crew, putState, stateAt
// As src/snake/kernels/prune_vertices.ts, by one workgroup of `crew` lanes.

var<workgroup> closesPrune: u32;
var<workgroup> improvingRemovals: u32;
var<workgroup> ringVertices: u32;
var<workgroup> last: u32;

fn takeRemovals(lane: u32, best: u32, vertices: u32) {
  if (lane == 0u) {
    last = lastOf(best);
  }
  let end = workgroupUniformLoad(&last);
  adopt(lane, end);
  for (var rank = lane; rank <= end; rank += crew) {
    if (isKept(rank)) {
      remove(candidateOf(rank));
    }
  }
  workgroupBarrier();
  compact(lane, vertices);
  if (lane == 0u) {
    countRemovals(vertices, keptBelow(end) + 1u);
  }
}

fn pruneStage(contour: u32, lane: u32) {
  lookAt(contour);
  if (lane == 0u) {
    let decided = stateAt(S_evaluated) == Phase_prune;
    closesPrune = u32(view.running && view.phase == Phase_prune && decided);
    // Candidates exist only where a vertex can be spared.
    improvingRemovals = stateAt(S_improving);
    ringVertices = view.vertices;
  }
  if (workgroupUniformLoad(&closesPrune) == 0u) {
    return;
  }
  let count = workgroupUniformLoad(&improvingRemovals);
  let vertices = workgroupUniformLoad(&ringVertices);
  if (count > 0u) {
    joinRanked(lane, count);
    for (var subject = Subject_ranked; subject <= Subject_energy; subject++) {
      let best = scoreSubject(lane, subject, count, true);
      if (subject == Subject_ranked) {
        takeRemovals(lane, best, vertices);
      }
    }
  } else if (lane == 0u) {
    endPruning();
  }
  if (lane == 0u) {
    putState(S_evaluated, Phase_none);
    countStep();
  }
  wake(lane);
}
