#import snake/shared/stages/acceptance
#import snake/shared/stages/apply_move
#import snake/shared/state/phases
// requires: crew, putState, stateAt
// As src/snake/kernels/move_vertices.ts, by one workgroup of `crew` lanes.

var<workgroup> closesMove: u32;
var<workgroup> improvingMoves: u32;
// Is the ring's length to be scored anew?
var<workgroup> leavesMoves: u32;

fn takeMoves(lane: u32, last: u32) {
  adopt(lane, last);
  for (var rank = lane; rank <= last; rank += crew) {
    if (isKept(rank)) {
      applyMove(candidateOf(rank));
    }
  }
  if (lane == 0u) {
    countMoves(keptBelow(last) + 1u);
  }
}

fn leaveStage(lane: u32) {
  noteAwake(lane);
  if (lane == 0u) {
    putState(S_evaluated, Phase_none);
    endStage();
    leavesMoves = u32(leftMoves());
    countStep();
  }
}

fn moveStage(contour: u32, lane: u32) {
  lookAt(contour);
  if (lane == 0u) {
    let decided = stateAt(S_evaluated) == Phase_move;
    closesMove = u32(view.running && view.phase == Phase_move && decided);
    improvingMoves = stateAt(S_improving);
  }
  if (workgroupUniformLoad(&closesMove) == 0u) {
    return;
  }
  let count = workgroupUniformLoad(&improvingMoves);
  if (count > 0u) {
    joinRanked(lane, count);
  }
  for (var subject = 0u; subject < subjects; subject++) {
    var scored = subject == Subject_ranked && count > 0u;
    if (subject == Subject_length) {
      scored = workgroupUniformLoad(&leavesMoves) != 0u;
    }
    if (scored) {
      let last = scoreSubject(lane, subject, count, false);
      if (subject == Subject_ranked) {
        takeMoves(lane, last);
      }
    }
    if (subject == Subject_ranked) {
      leaveStage(lane);
    }
  }
  wake(lane);
}
