#import snake/shared/state/held_state
#import snake/shared/ring/held_ring
#import snake/shared/score/judges_accepted
#import snake/shared/sums/one_domain
#import snake/shared/stages/closing_step
// The closing kernels in one, for contours of at most `mostVertices` vertices, a multiple of 256 and at most 2,048. CPU kernel: src/snake/kernels/close_step.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> ring: array<u32>;
@group(0) @binding(3) var<storage, read_write> waiting: array<u32>;
@group(0) @binding(4) var<storage, read_write> edges: array<vec2u>;
@group(0) @binding(5) var<storage, read> segment_sums: array<vec2u>;
@group(0) @binding(6) var<storage, read_write> totals: array<u32>;
@group(0) @binding(7) var<storage, read_write> scores: array<vec4u>;
@group(0) @binding(8) var<storage, read> choice: array<u32>;
@group(0) @binding(9) var<storage, read_write> order: array<u32>;

const crew = 256u;
const team = 4u;
const teams = crew / team;
const mostPairs = 2u * crew;
override mostVertices: u32 = 1024u;
override mostListed: u32 = mostVertices / 2u;
override vertexWords: u32 = mostVertices / 32u;
override keptWords: u32 = vertexWords / 2u;

// Three a lane, or one a listed candidate.
override mostShares: u32 = max(3u * crew, mostListed);
var<workgroup> shares: array<vec4u, mostShares>;

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  findContour(group.z);
  holdState(lane);
  readView();
  closeStep(lane);
  giveStateBack(lane);
}
