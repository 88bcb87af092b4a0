#import region_energy
// The criterion of src/snake/energy.ts of target and background together.

// mean(T) − mean(B), cross-multiplied, must have the sign that is asked for.
fn hasPolarity() -> bool {
  if (geometry.polarity == 0u) {
    return true;
  }
  let target_ = multiply64(momentOf(1u, false), momentOf(0u, true));
  let background = multiply64(momentOf(1u, true), momentOf(0u, false));
  return select(lessUnsigned128(target_, background), lessUnsigned128(background, target_), geometry.polarity == 1u);
}

// n as a signed number is less than the fewest pixels.
fn tooFew(n: vec2u) -> bool {
  return isNegative64(n) || less64(n, vec2u(geometry.minimumPixels, 0u));
}

fn impossible() -> bool {
  if (tooFew(momentOf(0u, false)) || tooFew(momentOf(0u, true))) {
    return true;
  }
  for (var i = 1u; i < geometry.moments; i++) {
    if (less64(domainMoment(i), targetMoment(i))) {
      return true;
    }
  }
  return !hasPolarity();
}

fn partitionEnergy() -> vec4u {
  if (impossible()) {
    return worst;
  }
  var energy = besidesData();
  for (var region = 0u; region < 2u; region++) {
    energy = add128(energy, regionEnergy(region == 1u));
  }
  return energy;
}
