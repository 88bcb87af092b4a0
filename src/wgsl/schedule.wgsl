#import layout
// Workgroups of the next step's kernels: as many as the longest contour needs. Twin: src/snake/schedule.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> groups: array<u32>;

var<workgroup> candidates: atomic<u32>;
// Of all segments.
var<workgroup> blocks: atomic<u32>;
var<workgroup> slots: atomic<u32>;

fn put(at: u32, x: u32, y: u32) {
  groups[at] = x;
  groups[at + 1u] = y;
  groups[at + 2u] = geometry.contours;
}

@compute @workgroup_size(lanes)
fn main(@builtin(local_invocation_index) lane: u32) {
  for (var contour = lane; contour < geometry.contours; contour += lanes) {
    let base = contour * stateWords();
    if (state[base + S_status] == Status_running) {
      let phase = state[base + S_phase];
      let stage = state[base + S_set];
      let nodes = state[base + S_nodes];
      let tried = candidatesOf(phase, stage, nodes);
      let segments = select(1u, 2u, phase == Phase_move) * tried;
      atomicMax(&candidates, tried);
      atomicMax(&blocks, segments * blocksOf(segments));
      atomicMax(&slots, decisionsOf(phase, stage, nodes));
    }
  }
  workgroupBarrier();
  if (lane == 0u) {
    let tried = atomicLoad(&candidates);
    let decided = atomicLoad(&slots);
    let crews = (atomicLoad(&blocks) + blocksInGroup - 1u) / blocksInGroup;
    put(Groups_segments, min(crews, groupsInRow), (crews + groupsInRow - 1u) / groupsInRow);
    put(Groups_candidates, (tried + lanes - 1u) / lanes, 1u);
    put(Groups_slots, decided, 1u);
    put(Groups_lanes, (decided + lanes - 1u) / lanes, 1u);
  }
}
