#import snake/shared/state/state_changes
#import snake/shared/ring/stored_ring
#import snake/shared/stages/joining
#import snake/shared/sums/start_sums
// Keeps the ranked candidates that clash with no better one that is kept, and joins their totals; or those of a ring that starts. CPU kernel:
// src/snake/kernels/join_moves.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read> ring: array<u32>;
@group(0) @binding(3) var<storage, read_write> edges: array<vec2u>;
@group(0) @binding(4) var<storage, read> segment_sums: array<vec2u>;
@group(0) @binding(5) var<storage, read_write> totals: array<u32>;
@group(0) @binding(6) var<storage, read_write> order: array<u32>;

const crew = 64u;
// Bits for 32,768 vertices.
const vertexWords = 1024u;
const keptWords = vertexWords / 2u;

var<workgroup> shares: array<vec4u, 3u * crew>;
// The phase that is closed, or none; its chosen candidates.
var<workgroup> joined: u32;
var<workgroup> candidates: u32;

fn rankedAt(rank: u32) -> u32 {
  return order[view.firstVertex + rank];
}

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  if (lane == 0u) {
    joined = select(Phase_none, view.phase, view.running & (stateAt(S_evaluated) == view.phase));
    candidates = stateAt(S_improving);
  }
  let phase = workgroupUniformLoad(&joined);
  let count = workgroupUniformLoad(&candidates);
  if (phase == Phase_start) {
    startSums(lane);
  } else if ((phase != Phase_none) & (count > 0u)) {
    joinRanked(lane, count);
  }
}
