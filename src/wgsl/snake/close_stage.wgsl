#import snake/shared/score/judges_accepted
#import snake/shared/state/held_state
#import snake/shared/ring/stored_ring
#import snake/shared/stages/taking
// Closes a stage with the candidates that ranked acceptance takes. CPU kernel: src/snake/kernels/close_stage.ts.

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

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  findContour(group.z);
  holdState(lane);
  readView();
  if (lane == 0u) {
    noteClosing();
    candidates = select(stateAt(S_improving), 0u, view.phase == Phase_start);
  }
  let phase = workgroupUniformLoad(&closing);
  if (phase == Phase_none) {
    return;
  }
  let vertices = workgroupUniformLoad(&ringVertices);
  closeRanked(lane, phase, workgroupUniformLoad(&candidates), vertices);
  wake(lane, vertices);
  giveStateBack(lane);
}
