#import snake/shared/state/phases
#import snake/shared/ring/ring
#import snake/shared/sums/start_sums
#import snake/shared/score/serial_score
#import snake/shared/score/put_score
// requires: putState, stateAt
// As src/snake/kernels/start_snake.ts, by one workgroup of `crew` lanes.

var<workgroup> closesStart: u32;

fn startStage(contour: u32, lane: u32) {
  lookAt(contour);
  if (lane == 0u) {
    let summed = stateAt(S_evaluated) == Phase_start;
    closesStart = u32(view.running && view.phase == Phase_start && summed);
  }
  if (workgroupUniformLoad(&closesStart) == 0u) {
    return;
  }
  startSums(lane);
  if (lane == 0u) {
    putState(S_evaluated, Phase_none);
    for (var i = 0u; i < 2u; i++) {
      put128(select(S_energy, S_length, i == 1u), scoreOfRow(i == 1u));
    }
    beginPass();
    countStep();
  }
  wake(lane);
}
