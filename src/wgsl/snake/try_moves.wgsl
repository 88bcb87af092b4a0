#import snake/shared/score/judges_tried
#import snake/shared/sums/one_domain
#import snake/shared/stages/slot_rows
// The sums of vertices' segments, and the totals, scores and choice of their candidates, one after another by one workgroup: for
// short edges in one chunk. CPU kernel: src/snake/kernels/try_moves.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read> ring: array<u32>;
@group(0) @binding(3) var<storage, read_write> waiting: array<u32>;
@group(0) @binding(4) var<storage, read> samples: array<u32>;
@group(0) @binding(5) var<storage, read> prefixes: array<u32>;
@group(0) @binding(6) var<storage, read> edges: array<vec2u>;
@group(0) @binding(7) var<storage, read_write> segment_sums: array<vec2u>;
@group(0) @binding(8) var<storage, read_write> totals: array<u32>;
@group(0) @binding(9) var<storage, read_write> scores: array<vec4u>;
@group(0) @binding(10) var<storage, read_write> choice: array<u32>;

const team = 32u;
const parties = 1u;
const teams = DIRECTIONS;
const crew = teams * team;
const heldSides = 2u;
override heldWords: u32 = teams * heldSides * mostMoments;

var<workgroup> shares: array<vec4u, crew>;

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  trySlots(lane, group.x);
}
