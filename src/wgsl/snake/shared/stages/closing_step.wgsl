#import snake/shared/stages/ranking
#import snake/shared/stages/acceptance
#import snake/shared/stages/taking
#import snake/shared/stages/stage_add
#import snake/shared/sums/start_sums
// requires: holdRing, putState, stateAt
// The end of a step by one workgroup, as src/snake/kernels/close_step.ts: the candidates that ranked acceptance takes, the next stage, pass
// or phase, and new vertices. `mostVertices` of the kernel is at most 8 times `crew`.

// `count` ranked candidates of the phase.
fn closeRanked(lane: u32, phase: u32, count: u32, vertices: u32) {
  if (count > 0u) {
    joinRanked(lane, count);
  }
  for (var subject = 0u; subject < subjects; subject++) {
    // One candidate alone is taken as it is.
    let scored = select((workgroupUniformLoad(&stale) & subject) != 0u, count > 1u, subject == Subject_ranked);
    var best = 0u;
    if (scored) {
      best = scoreSubject(lane, subject, count, phase == Phase_prune);
    }
    if (subject == Subject_ranked) {
      if (count > 0u) {
        take(lane, best, phase == Phase_prune, vertices);
      }
      if (phase == Phase_start) {
        startSums(lane);
      }
      leave(lane, phase, count);
    }
  }
}

// After readView().
fn closeStep(lane: u32) {
  if (lane == 0u) {
    noteClosing();
    closing = select(closing, Phase_add, view.running & (view.phase == Phase_add));
    putState(S_improving, select(stateAt(S_improving), 0u, view.running & (view.phase != Phase_start)));
  }
  let phase = workgroupUniformLoad(&closing);
  let vertices = workgroupUniformLoad(&ringVertices);
  if (phase == Phase_none) {
    return;
  }
  holdRing(lane);
  workgroupBarrier();
  if ((phase == Phase_move) | (phase == Phase_prune)) {
    listChosen(lane, decisionsOf(view.phase, view.stage, view.vertices));
    workgroupBarrier();
    if (lane == 0u) {
      candidates = atomicLoad(&chosen);
      putState(S_improving, candidates);
    }
  }
  let count = workgroupUniformLoad(&candidates);
  rankListed(lane, count);
  storageBarrier();
  workgroupBarrier();
  closeRanked(lane, phase, count, vertices);
  readView();
  addStage(lane);
  wake(lane, vertices);
}
