#import snake/shared/ring/candidates
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

// |Δx| and |Δy|.
fn steps(a: vec2u, b: vec2u) -> vec2u {
  return max(a, b) - min(a, b);
}

// k, Σ|dx| and Σ|dy| of the ring that a candidate of a move or removal would give.
fn extrasOf(trial: Trial) -> vec3u {
  let present = vec2u(ringExtra(Extra_dx), ringExtra(Extra_dy));
  let rest = present - steps(trial.before, trial.here) - steps(trial.here, trial.after);
  if (view.phase == Phase_move) {
    return vec3u(view.vertices, rest + steps(trial.before, trial.there) + steps(trial.there, trial.after));
  }
  return vec3u(view.vertices - 1u, rest + steps(trial.before, trial.after));
}
