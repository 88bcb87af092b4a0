#import snake/shared/ring/ring
#import snake/shared/ring/edge_length
#import common/u64
// requires: crew, edges, geometry, segment_sums, shares, state, vertexAt
// Edges and totals of a ring whose edges have all been summed, as src/snake/kernels/shared/closing-start.ts, by one workgroup of `crew`
// lanes.

// Adds up every lane's share: a moment, or the length, in xy, |dx| and |dy| in zw. The sum is in shares[0], after a barrier.
fn gather(lane: u32) {
  for (var reach = crew / 2u + nothing(); reach > 0u; reach /= 2u) {
    workgroupBarrier();
    if (lane < reach) {
      let other = shares[lane + reach];
      shares[lane] = vec4u(add64(shares[lane].xy, other.xy), shares[lane].zw + other.zw);
    }
  }
  workgroupBarrier();
}

fn startSums(lane: u32) {
  let k = view.vertices;
  let first = 2u * view.firstCandidate;
  let row_ = view.base + S_totals;
  let domain = view.base + domainOffset();
  let rest = view.base + restOffset();
  // Every moment, then the steps and the length.
  for (var m = 0u; m <= geometry.moments; m++) {
    let isMoment = m < geometry.moments;
    var share = vec4u(0u);
    for (var i = lane; i < k; i += crew) {
      if (isMoment) {
        let moment = segment_sums[(first + 2u * i) * geometry.moments + m];
        edges[(view.firstVertex + i) * geometry.moments + m] = moment;
        share = vec4u(add64(share.xy, moment), 0u, 0u);
      } else {
        let a = vertexAt(i);
        let b = vertexAt(vertexAfter(i, k));
        let way = max(a, b) - min(a, b);
        share += vec4u(edgeLength(way), 0u, way);
      }
    }
    shares[lane] = share;
    gather(lane);
    if ((lane == 0u) & isMoment) {
      let inside = add64(shares[0].xy, vec2u(state[rest + 2u * m], state[rest + 2u * m + 1u]));
      state[row_ + 2u * m] = inside.x;
      state[row_ + 2u * m + 1u] = inside.y;
      let beyond = rest + 2u * (geometry.moments + m);
      let all_ = add64(segment_sums[(first + 2u * k) * geometry.moments + m], vec2u(state[beyond], state[beyond + 1u]));
      state[domain + 2u * m] = all_.x;
      state[domain + 2u * m + 1u] = all_.y;
    }
  }
  if (lane == 0u) {
    state[domain - EXTRA_WORDS + Extra_length] = shares[0].x;
    state[domain - EXTRA_WORDS + Extra_dx] = shares[0].z;
    state[domain - EXTRA_WORDS + Extra_dy] = shares[0].w;
    state[domain - EXTRA_WORDS + Extra_vertices] = k;
    state[domain - EXTRA_WORDS + Extra_valid] = 1u;
  }
}
