#import snake/shared/score/judges_accepted
#import snake/shared/state/state_changes
#import snake/shared/ring/stored_ring
// What both kernels that close a stage have: the bindings of src/snake/kernels/shared/closing.ts, and one workgroup of `crew` lanes.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> ring: array<u32>;
@group(0) @binding(3) var<storage, read_write> waiting: array<u32>;
@group(0) @binding(4) var<storage, read_write> edges: array<vec2u>;
@group(0) @binding(5) var<storage, read> segment_sums: array<vec2u>;
@group(0) @binding(6) var<storage, read_write> totals: array<u32>;
@group(0) @binding(7) var<storage, read_write> scores: array<vec4u>;
@group(0) @binding(8) var<storage, read> order: array<u32>;

const crew = 64u;
const team = 4u;
const teams = crew / team;
// Bits for 32,768 vertices.
const vertexWords = 1024u;
const keptWords = vertexWords / 2u;

var<workgroup> shares: array<vec4u, 3u * crew>;

fn rankedAt(rank: u32) -> u32 {
  return order[view.firstVertex + rank];
}
