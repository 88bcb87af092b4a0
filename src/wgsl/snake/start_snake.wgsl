#import snake/shared/stages/stage_start
#import snake/shared/state/state_changes
#import snake/shared/ring/stored_ring
// Takes up a ring whose edges have all been summed. CPU kernel: src/snake/kernels/start_snake.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read> ring: array<u32>;
@group(0) @binding(3) var<storage, read_write> waiting: array<u32>;
@group(0) @binding(4) var<storage, read_write> edges: array<vec2u>;
@group(0) @binding(5) var<storage, read> segment_sums: array<vec2u>;

const crew = 64u;

var<workgroup> shares: array<vec4u, crew>;

fn targetMoment(i: u32) -> vec2u {
  return ringMoment(i);
}

fn targetExtra(i: u32) -> u32 {
  return ringExtra(i);
}

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  startStage(group.z, lane);
}
