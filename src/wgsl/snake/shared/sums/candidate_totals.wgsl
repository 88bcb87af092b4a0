#import snake/shared/ring/candidates
#import snake/shared/ring/edge_length
#import common/u64
// requires: edges, geometry
// The totals that a candidate would give, as src/snake/kernels/sum_contributions.ts.

// One moment of the ring without the edges beside vertex `i`.
fn momentWithout(i: u32, moment: u32) -> vec2u {
  let edge = view.firstVertex;
  let oldIn = edges[(edge + vertexBefore(i, view.vertices)) * geometry.moments + moment];
  let oldOut = edges[(edge + i) * geometry.moments + moment];
  return sub64(sub64(ringMoment(moment), oldIn), oldOut);
}

// |Δx|, |Δy| and the length.
fn steps(a: vec2u, b: vec2u) -> vec3u {
  let way = max(a, b) - min(a, b);
  return vec3u(way, edgeLength(way));
}

// k, Σ|dx|, Σ|dy| and the length of the ring that a candidate of a move or removal would give.
fn extrasOf(trial: Trial) -> vec4u {
  let present = vec3u(ringExtra(Extra_dx), ringExtra(Extra_dy), ringExtra(Extra_length));
  let rest = present - steps(trial.before, trial.here) - steps(trial.here, trial.after);
  let through = view.phase == Phase_move;
  let first = steps(trial.before, select(trial.after, trial.there, through));
  let second = select(vec3u(0u), steps(trial.there, trial.after), through);
  return vec4u(view.vertices - u32(!through), rest + first + second);
}
