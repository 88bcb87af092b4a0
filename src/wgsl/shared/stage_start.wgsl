#import phases
#import ring
#import start_sums
#import serial_score
#import put_score
// As src/snake/start_snake.ts, by one workgroup of `crew` lanes. The kernel declares what it binds, `crew`, and what
// the terms ask for.

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
    put128(S_energy, scoreOfRow(false));
    put128(S_length, scoreOfRow(true));
    beginPass();
    countStep();
  }
  wake(lane);
}
