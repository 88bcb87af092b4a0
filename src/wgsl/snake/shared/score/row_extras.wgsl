// requires: geometry, ringExtra, totals
// The words behind the moments: k, Σ|dx|, Σ|dy| and whether the region can be, of the ring and of a row of `totals`.

fn ringExtras() -> vec4u {
  return vec4u(ringExtra(0u), ringExtra(1u), ringExtra(2u), ringExtra(3u));
}

fn extrasAt(at: u32) -> vec4u {
  let extra = at + 2u * geometry.moments;
  return vec4u(totals[extra], totals[extra + 1u], totals[extra + 2u], totals[extra + 3u]);
}
