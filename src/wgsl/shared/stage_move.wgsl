#import acceptance
#import apply_move
#import phases
// As src/snake/move_nodes.ts, by one workgroup of `crew` lanes. The kernel declares what it binds.

var<workgroup> closesMove: u32;
var<workgroup> improvingMoves: u32;

fn moveStage(contour: u32, lane: u32) {
  lookAt(contour);
  if (lane == 0u) {
    let decided = state[view.base + S_evaluated] == Phase_move;
    closesMove = u32(view.running && view.phase == Phase_move && decided);
    improvingMoves = state[view.base + S_improving];
  }
  if (workgroupUniformLoad(&closesMove) == 0u) {
    return;
  }
  let count = workgroupUniformLoad(&improvingMoves);
  if (count > 0u) {
    let last = acceptRanked(lane, count);
    adopt(lane, last);
    for (var rank = lane; rank <= last; rank += crew) {
      if (isKept(rank)) {
        applyMove(candidateOf(rank));
      }
    }
    if (lane == 0u) {
      let accepted = keptBelow(last) + 1u;
      state[view.base + S_moved] += accepted;
      state[view.base + S_moves] += accepted;
      state[view.base + S_changed] += accepted;
    }
  }
  if (lane == 0u) {
    state[view.base + S_evaluated] = Phase_none;
    endStage();
    if (state[view.base + S_phase] != Phase_move || state[view.base + S_status] != Status_running) {
      judgesRing = true;
      put128(S_length, descriptionLength(partitionEnergy()));
    }
    countStep();
  }
  wake(lane);
}
