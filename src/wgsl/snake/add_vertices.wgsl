#import snake/shared/sums/one_domain
#import snake/shared/stages/stage_add
#import snake/shared/state/state_changes
#import snake/shared/ring/stored_ring
// Puts vertices into long edges and begins the next stage. CPU kernel: src/snake/kernels/add_vertices.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> ring: array<u32>;
@group(0) @binding(3) var<storage, read_write> waiting: array<u32>;
@group(0) @binding(4) var<storage, read_write> order: array<u32>;

const crew = 256u;
// Bits for 32,768 vertices.
const vertexWords = 1024u;

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  if (lane == 0u) {
    putState(S_closed, 0u);
  }
  addStage(lane);
  wake(lane, view.vertices);
}
