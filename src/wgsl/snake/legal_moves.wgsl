#import snake/shared/stages/choosing
#import snake/shared/state/state_changes
#import snake/shared/ring/stored_ring
// Each vertex's best legal candidate: one workgroup a vertex. CPU kernel: src/snake/kernels/legal_moves.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read> ring: array<u32>;
@group(0) @binding(3) var<storage, read_write> waiting: array<u32>;
@group(0) @binding(4) var<storage, read> totals: array<u32>;
@group(0) @binding(5) var<storage, read> scores: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> choice: array<u32>;

const parties = 1u;
const partyLanes = LANES;

fn scoreOf(candidate: u32) -> vec4u {
  return scores[view.firstCandidate + candidate];
}

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  choose(lane, group.x, view.running & (group.x < decisionsOf(view.phase, view.stage, view.vertices)));
}
