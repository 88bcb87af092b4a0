#import acceptance
#import phases
// Removes the nodes that ranked acceptance takes. Twin: src/snake/prune_nodes.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> ring: array<u32>;
@group(0) @binding(3) var<storage, read_write> waiting: array<u32>;
@group(0) @binding(4) var<storage, read_write> edges: array<vec2u>;
@group(0) @binding(5) var<storage, read> segment_sums: array<vec2u>;
@group(0) @binding(6) var<storage, read_write> totals: array<u32>;
@group(0) @binding(7) var<storage, read_write> scores: array<vec4u>;
@group(0) @binding(8) var<storage, read> order: array<u32>;

// Distance at which passes resume after a pruning.
const refineDistance = 4u;

var<workgroup> closes: u32;
var<workgroup> improving: u32;
var<workgroup> ringNodes: u32;
var<workgroup> last: u32;
// One bit a node, up to 32,768.
var<workgroup> gone: array<atomic<u32>, 1024>;

fn isGone(i: u32) -> bool {
  return (atomicLoad(&gone[i >> 5u]) & (1u << (i & 31u))) != 0u;
}

fn goneBefore(i: u32) -> u32 {
  var count = 0u;
  for (var word = 0u; 32u * word + 31u < i; word++) {
    count += countOneBits(atomicLoad(&gone[word]));
  }
  return count + countOneBits(atomicLoad(&gone[i >> 5u]) & ((1u << (i & 31u)) - 1u));
}

// The last rank that may go, so that 3 nodes stay.
fn lastOf(best: u32) -> u32 {
  var rank = best;
  while (keptBelow(rank) + 4u > view.nodes) {
    rank--;
    while (!isKept(rank)) {
      rank--;
    }
  }
  return rank;
}

fn remove(i: u32) {
  atomicOr(&gone[i >> 5u], 1u << (i & 31u));
  let segment = 2u * (view.contour * candidateCapacity() + i) * geometry.moments;
  let before = (view.contour * geometry.capacity + nodeBefore(i, view.nodes)) * geometry.moments;
  for (var m = 0u; m < geometry.moments; m++) {
    edges[before + m] = segment_sums[segment + m];
  }
}

// Closes the gaps, tile after tile: within one, everything is read before anything is written.
fn compact(lane: u32, nodes: u32) {
  for (var first = 0u; first < nodes; first += crew) {
    let i = min(first + lane, nodes - 1u);
    let stays = first + lane < nodes && !isGone(i);
    let to = i - goneBefore(i);
    let place = nodeAt(i);
    storageBarrier();
    if (stays) {
      ring[view.ringAt + 2u * to] = place.x;
      ring[view.ringAt + 2u * to + 1u] = place.y;
    }
    let base = view.contour * geometry.capacity;
    for (var m = 0u; m < geometry.moments; m++) {
      let moment = edges[(base + i) * geometry.moments + m];
      storageBarrier();
      if (stays) {
        edges[(base + to) * geometry.moments + m] = moment;
      }
    }
  }
}

@compute @workgroup_size(crew)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  if (lane == 0u) {
    let decided = state[view.base + S_evaluated] == Phase_prune;
    closes = u32(view.running && view.phase == Phase_prune && decided);
    // Candidates exist only where a node can be spared.
    improving = state[view.base + S_improving];
    ringNodes = view.nodes;
  }
  if (workgroupUniformLoad(&closes) == 0u) {
    return;
  }
  let count = workgroupUniformLoad(&improving);
  let nodes = workgroupUniformLoad(&ringNodes);
  if (count > 0u) {
    let best = acceptRanked(lane, count);
    if (lane == 0u) {
      last = lastOf(best);
    }
    let end = workgroupUniformLoad(&last);
    adopt(lane, end);
    for (var rank = lane; rank <= end; rank += crew) {
      if (isKept(rank)) {
        remove(candidateOf(rank));
      }
    }
    workgroupBarrier();
    compact(lane, nodes);
    if (lane == 0u) {
      let removed = keptBelow(end) + 1u;
      state[view.base + S_nodes] = nodes - removed;
      state[view.base + S_removals] += removed;
      state[view.base + S_changed] += removed;
      judgesRing = true;
      put128(S_energy, partitionEnergy());
    }
  } else if (lane == 0u) {
    if (state[view.base + S_refining] == 1u && state[view.base + S_changed] == 0u) {
      state[view.base + S_status] = Status_done;
    } else {
      state[view.base + S_refining] = 1u;
      state[view.base + S_changed] = 0u;
      state[view.base + S_distance] = refineDistance;
      beginPass();
    }
  }
  if (lane == 0u) {
    state[view.base + S_evaluated] = Phase_none;
    countStep();
  }
  if (workgroupUniformLoad(&wakes) != 0u) {
    for (var i = lane; i < nodes; i += crew) {
      waiting[view.contour * geometry.capacity + i] = 0u;
    }
  }
}
