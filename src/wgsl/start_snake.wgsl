#import phases
#import ring
#import description
// Takes up a ring whose edges have all been summed. Twin: src/snake/start_snake.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read> ring: array<u32>;
@group(0) @binding(3) var<storage, read_write> waiting: array<u32>;
@group(0) @binding(4) var<storage, read_write> edges: array<vec2u>;
@group(0) @binding(5) var<storage, read> segment_sums: array<vec2u>;

var<workgroup> starts: u32;
var<workgroup> partial: array<vec2u, lanes>;
var<workgroup> ways: array<vec2u, lanes>;

fn targetMoment(i: u32) -> vec2u {
  return ringMoment(i);
}

fn targetExtra(i: u32) -> u32 {
  return ringExtra(i);
}

fn put128(at: u32, value: vec4u) {
  for (var i = 0u; i < 4u; i++) {
    state[view.base + at + i] = value[i];
  }
}

// Adds up every lane's share of one moment; the sum is in partial[0], after a barrier.
fn gather(lane: u32) {
  for (var reach = lanes / 2u; reach > 0u; reach /= 2u) {
    workgroupBarrier();
    if (lane < reach) {
      partial[lane] = add64(partial[lane], partial[lane + reach]);
      ways[lane] += ways[lane + reach];
    }
  }
  workgroupBarrier();
}

@compute @workgroup_size(lanes)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  if (lane == 0u) {
    let summed = state[view.base + S_evaluated] == Phase_start;
    starts = u32(view.running && view.phase == Phase_start && summed);
  }
  if (workgroupUniformLoad(&starts) == 0u) {
    return;
  }
  let k = view.nodes;
  let first = 2u * view.contour * candidateCapacity();
  let row = view.base + S_totals;
  let domain = view.base + domainOffset();
  for (var m = 0u; m < geometry.moments; m++) {
    var sum = vec2u(0u);
    var way = vec2u(0u);
    for (var i = lane; i < k; i += lanes) {
      let moment = segment_sums[(first + 2u * i) * geometry.moments + m];
      edges[(view.contour * geometry.capacity + i) * geometry.moments + m] = moment;
      sum = add64(sum, moment);
      let a = nodeAt(i);
      let b = nodeAt(nodeAfter(i, k));
      way += max(a, b) - min(a, b);
    }
    partial[lane] = sum;
    ways[lane] = way;
    gather(lane);
    if (lane == 0u) {
      state[row + 2u * m] = partial[0].x;
      state[row + 2u * m + 1u] = partial[0].y;
      let all = segment_sums[(first + 2u * k) * geometry.moments + m];
      state[domain + 2u * m] = all.x;
      state[domain + 2u * m + 1u] = all.y;
      state[domain - extraWords + Extra_dx] = ways[0].x;
      state[domain - extraWords + Extra_dy] = ways[0].y;
    }
  }
  if (lane == 0u) {
    state[view.base + S_evaluated] = Phase_none;
    state[domain - extraWords + Extra_nodes] = k;
    state[domain - extraWords + Extra_valid] = 1u;
    let energy = partitionEnergy();
    put128(S_energy, energy);
    put128(S_length, descriptionLength(energy));
    beginPass();
    countStep();
  }
  for (var i = lane; i < k; i += lanes) {
    waiting[view.contour * geometry.capacity + i] = 0u;
  }
}
