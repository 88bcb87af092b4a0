#import snake/shared/stages/acceptance
#import snake/shared/stages/apply_move
#import snake/shared/state/phases
// requires: crew, putState, stateAt
// As src/snake/kernels/move_vertices.ts, by one workgroup of `crew` lanes.

var<workgroup> closesMove: u32;
var<workgroup> improvingMoves: u32;
// Is the ring's length to be scored anew?
var<workgroup> leavesMoves: u32;

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
    let last = acceptRanked(lane, count, false);
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
  noteAwake(lane);
  if (lane == 0u) {
    putState(S_evaluated, Phase_none);
    endStage();
    leavesMoves = u32(leftMoves());
    countStep();
  }
  if (workgroupUniformLoad(&leavesMoves) != 0u) {
    scoreRing(lane, true);
  }
  wake(lane);
}
