#import snake/shared/sums/one_domain
#import snake/shared/sums/candidate_totals
#import snake/shared/state/stored_state
#import snake/shared/ring/stored_ring
// The blocks of each segment, and the totals each candidate would give. CPU kernel: src/snake/kernels/sum_contributions.ts.

@group(0) @binding(0) var<uniform> geometry: Geometry;
@group(0) @binding(1) var<storage, read> state: array<u32>;
@group(0) @binding(2) var<storage, read> ring: array<u32>;
@group(0) @binding(3) var<storage, read> waiting: array<u32>;
@group(0) @binding(4) var<storage, read> edges: array<vec2u>;
@group(0) @binding(5) var<storage, read> block_sums: array<vec2u>;
@group(0) @binding(6) var<storage, read_write> segment_sums: array<vec2u>;
@group(0) @binding(7) var<storage, read_write> totals: array<u32>;

// One moment of a candidate's segment, split into `blocks`.
fn segmentMoment(candidate: u32, side: u32, blocks: u32, moment: u32) -> vec2u {
  let first = view.contour * blockCapacity() + (sidesOf() * candidate + side) * blocks;
  var sum = vec2u(0u);
  for (var block = 0u; block < blocks; block++) {
    sum = add64(sum, block_sums[(first + block) * geometry.moments + moment]);
  }
  return sum;
}

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  lookAt(group.z);
  let candidate = group.x * LANES + lane;
  if (candidate >= candidateCount()) {
    return;
  }
  let index = view.firstCandidate + candidate;
  let at = index * totalsWords();
  let extra = at + 2u * geometry.moments;
  let trial = trialOf(candidate);
  let valid = trial.exists;
  totals[extra + Extra_valid] = u32(valid);
  if (!valid) {
    return;
  }
  let blocks = blocksOf(segmentCount());
  for (var m = 0u; m < geometry.moments; m++) {
    var sum = vec2u(0u);
    for (var side = 0u; side < sidesOf(); side++) {
      let moment = segmentMoment(candidate, side, blocks, m);
      segment_sums[(2u * index + side) * geometry.moments + m] = moment;
      sum = add64(sum, moment);
    }
    if (view.phase != Phase_start) {
      sum = add64(sum, momentWithout(vertexOf(candidate), m));
      totals[at + 2u * m] = sum.x;
      totals[at + 2u * m + 1u] = sum.y;
    }
  }
  if (view.phase != Phase_start) {
    let extras = extrasOf(trial);
    totals[extra + Extra_vertices] = extras.x;
    totals[extra + Extra_dx] = extras.y;
    totals[extra + Extra_dy] = extras.z;
    totals[extra + Extra_length] = extras.w;
  }
}
