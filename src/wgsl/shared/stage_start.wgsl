#import phases
#import ring
#import start_sums
#import description
#import put_score
// As src/snake/start_snake.ts, by one workgroup of `crew` lanes. The kernel declares what it binds, `crew`, and what
// description asks for.

var<workgroup> closesStart: u32;
fn startStage(contour: u32, lane: u32) {
  lookAt(contour);
  if (lane == 0u) {
    let summed = state[view.base + S_evaluated] == Phase_start;
    closesStart = u32(view.running && view.phase == Phase_start && summed);
  }
  if (workgroupUniformLoad(&closesStart) == 0u) {
    return;
  }
  startSums(lane);
  if (lane == 0u) {
    state[view.base + S_evaluated] = Phase_none;
    let energy = partitionEnergy();
    put128(S_energy, energy);
    put128(S_length, descriptionLength(energy));
    beginPass();
    countStep();
  }
  wake(lane);
}
