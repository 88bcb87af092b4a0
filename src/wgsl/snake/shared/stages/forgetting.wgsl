#import snake/shared/stages/closing_step
// requires: crew, mostListed, vertexWords
// Clears what a step leaves in a workgroup's memory, where one dispatch does several steps.

// For all lanes; ends with a barrier.
fn forget(lane: u32) {
  workgroupBarrier();
  for (var i = lane; i < mostListed; i += crew) {
    atomicStore(&ranked[i], 0u);
  }
  for (var i = lane; i < vertexWords; i += crew) {
    atomicStore(&gone[i], 0u);
    atomicStore(&splits[i], 0u);
    atomicStore(&bends[i], 0u);
  }
  for (var i = lane; i < vertexWords / 2u; i += crew) {
    atomicStore(&kept[i], 0u);
  }
  if (lane == 0u) {
    atomicStore(&chosen, 0u);
    atomicStore(&pairCount, 0u);
    atomicStore(&awakeSets, 0u);
    atomicStore(&longEdges, 0u);
    candidates = 0u;
    stale = 0u;
    above = vec2u(0u);
  }
  workgroupBarrier();
}
