#import candidates
#import u64
// As src/snake/sum_contributions.ts for one candidate. The kernel declares what it binds.

// One moment of a segment.
fn addBlocks(segment: u32, moment: u32) -> vec2u {
  var sum = vec2u(0u);
  for (var block = 0u; block < geometry.blocks; block++) {
    sum = add64(sum, block_sums[(segment * geometry.blocks + block) * geometry.moments + moment]);
  }
  segment_sums[segment * geometry.moments + moment] = sum;
  return sum;
}

// |Δx| and |Δy|.
fn steps(a: vec2u, b: vec2u) -> vec2u {
  return max(a, b) - min(a, b);
}

// Is there something to score?
fn sumCandidate(candidate: u32) -> bool {
  let index = view.contour * candidateCapacity() + candidate;
  let at = index * totalsWords();
  let extra = at + 2u * geometry.moments;
  let valid = isCandidate(candidate);
  totals[extra + Extra_valid] = u32(valid);
  if (!valid) {
    return false;
  }
  let i = nodeOf(candidate);
  let before = nodeBefore(i, view.nodes);
  let oldIn = (view.contour * geometry.capacity + before) * geometry.moments;
  let oldOut = (view.contour * geometry.capacity + i) * geometry.moments;
  for (var m = 0u; m < geometry.moments; m++) {
    var sum = addBlocks(2u * index, m);
    if (view.phase == Phase_start) {
      continue;
    }
    if (view.phase == Phase_move) {
      sum = add64(sum, addBlocks(2u * index + 1u, m));
    }
    let present = view.base + S_totals + 2u * m;
    sum = add64(sum, vec2u(state[present], state[present + 1u]));
    sum = sub64(sub64(sum, edges[oldIn + m]), edges[oldOut + m]);
    totals[at + 2u * m] = sum.x;
    totals[at + 2u * m + 1u] = sum.y;
  }
  if (view.phase == Phase_start) {
    return false;
  }
  let here = nodeAt(i);
  let p = nodeAt(before);
  let n = nodeAt(nodeAfter(i, view.nodes));
  let present = view.base + domainOffset() - extraWords;
  var length = vec2u(state[present + Extra_dx], state[present + Extra_dy]) - steps(p, here) - steps(here, n);
  if (view.phase == Phase_move) {
    let there = moved(here, candidate);
    length += steps(p, there) + steps(there, n);
  } else {
    length += steps(p, n);
  }
  totals[extra + Extra_nodes] = select(view.nodes - 1u, view.nodes, view.phase == Phase_move);
  totals[extra + Extra_dx] = length.x;
  totals[extra + Extra_dy] = length.y;
  return true;
}
