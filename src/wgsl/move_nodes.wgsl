#import acceptance
#import phases
// Closes a stage: moves the nodes that ranked acceptance takes. Twin: src/snake/move_nodes.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> ring: array<u32>;
@group(0) @binding(3) var<storage, read_write> waiting: array<u32>;
@group(0) @binding(4) var<storage, read_write> edges: array<vec2u>;
@group(0) @binding(5) var<storage, read> segment_sums: array<vec2u>;
@group(0) @binding(6) var<storage, read_write> totals: array<u32>;
@group(0) @binding(7) var<storage, read_write> scores: array<vec4u>;
@group(0) @binding(8) var<storage, read> order: array<u32>;

var<workgroup> closes: u32;
var<workgroup> improving: u32;

fn apply(candidate: u32) {
  let nodes = view.contour * geometry.capacity;
  let i = nodeOf(candidate);
  let before = nodeBefore(i, view.nodes);
  let there = moved(nodeAt(i), candidate);
  ring[view.ringAt + 2u * i] = there.x;
  ring[view.ringAt + 2u * i + 1u] = there.y;
  let segment = 2u * (view.contour * candidateCapacity() + candidate) * geometry.moments;
  for (var m = 0u; m < geometry.moments; m++) {
    edges[(nodes + before) * geometry.moments + m] = segment_sums[segment + m];
    edges[(nodes + i) * geometry.moments + m] = segment_sums[segment + geometry.moments + m];
  }
  waiting[nodes + before] = 0u;
  waiting[nodes + i] = 0u;
  waiting[nodes + nodeAfter(i, view.nodes)] = 0u;
}

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  if (lane == 0u) {
    let decided = state[view.base + S_evaluated] == Phase_move;
    closes = u32(view.running && view.phase == Phase_move && decided);
    improving = state[view.base + S_improving];
  }
  if (workgroupUniformLoad(&closes) == 0u) {
    return;
  }
  let count = workgroupUniformLoad(&improving);
  if (count > 0u) {
    let last = acceptRanked(lane, count);
    adopt(lane, last);
    for (var rank = lane; rank <= last; rank += crew) {
      if (isKept(rank)) {
        apply(candidateOf(rank));
      }
    }
    if (lane == 0u) {
      let accepted = keptBelow(last) + 1u;
      state[view.base + S_moved] += accepted;
      state[view.base + S_moves] += accepted;
      state[view.base + S_changed] += accepted;
    }
  }
  if (lane == 0u) {
    state[view.base + S_evaluated] = Phase_none;
    endStage();
    if (state[view.base + S_phase] != Phase_move || state[view.base + S_status] != Status_running) {
      judgesRing = true;
      put128(S_length, descriptionLength(partitionEnergy()));
    }
    countStep();
  }
  if (workgroupUniformLoad(&wakes) != 0u) {
    for (var i = lane; i < view.nodes; i += crew) {
      waiting[view.contour * geometry.capacity + i] = 0u;
    }
  }
}
