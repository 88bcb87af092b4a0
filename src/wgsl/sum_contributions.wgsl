#import candidate_totals
// The blocks of each segment, and the totals each candidate would give. Twin: src/snake/sum_contributions.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read> state: array<u32>;
@group(0) @binding(2) var<storage, read> ring: array<u32>;
@group(0) @binding(3) var<storage, read> waiting: array<u32>;
@group(0) @binding(4) var<storage, read> edges: array<vec2u>;
@group(0) @binding(5) var<storage, read> block_sums: array<vec2u>;
@group(0) @binding(6) var<storage, read_write> segment_sums: array<vec2u>;
@group(0) @binding(7) var<storage, read_write> totals: array<u32>;

@compute @workgroup_size(lanes)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  let candidate = group.x * lanes + lane;
  if (candidate < candidateCount()) {
    sumCandidate(candidate);
  }
}
