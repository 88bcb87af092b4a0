#import snake/shared/stages/stage_rank
#import snake/shared/state/state_changes
#import snake/shared/ring/stored_ring
// Ranks the chosen candidates and marks those that clash with a better one: one workgroup a slot. CPU kernel: src/snake/kernels/rank_moves.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read> ring: array<u32>;
@group(0) @binding(3) var<storage, read> totals: array<u32>;
@group(0) @binding(4) var<storage, read> scores: array<vec4u>;
@group(0) @binding(5) var<storage, read> choice: array<u32>;
@group(0) @binding(6) var<storage, read_write> order: array<u32>;

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  if (group.x == 0u) {
    countChosen(lane, LANES);
  }
  workgroupBarrier();
  if ((lane == 0u) & (group.x == 0u) & view.running & (view.phase != Phase_start)) {
    putState(S_improving, atomicLoad(&chosen));
  }
  let ranks = (group.x < rankedSlots()) & (choice[view.firstVertex + group.x] != 0u);
  if (ranks) {
    compareSlot(group.x, lane, LANES);
  }
  workgroupBarrier();
  if (ranks & (lane == 0u)) {
    putRank(group.x);
  }
}
