#import layout
#import wide
#import log2
// The criterion of src/snake/energy.ts: half bits with 44 fraction bits, 128 bits, signed. The kernel declares
// `geometry` and two functions: targetMoment(i) of the region that is judged, and domainMoment(i).

const worst = vec4u(0xffffffffu, 0xffffffffu, 0xffffffffu, 0x7fffffffu);
// round(2⁴⁴·log2 e).
const log2e = vec2u(1197812611u, 5909u);

fn momentOf(i: u32, background: bool) -> vec2u {
  let moment = targetMoment(i);
  if (background) {
    return sub64(domainMoment(i), moment);
  }
  return moment;
}

fn twice(a: vec2u) -> vec2u {
  return shiftLeft64(a, 1u);
}

fn larger128(a: vec4u, b: vec4u) -> vec4u {
  return select(a, b, isNegative128(a) || lessUnsigned128(a, b));
}

// Planes that are data; the last may be a prior.
fn dataPlanes() -> u32 {
  return geometry.planes - u32(geometry.priorWeight > 0u);
}

// A region's energy is a sum over terms w·(±log2 a ± log2 N); a term of weight 0 is none.
struct Term {
  weight: vec2u,
  argument: vec4u,
}

// Terms of a region after the first, which is log2 N itself.
fn termsOf() -> u32 {
  return select(2u * dataPlanes(), geometry.codes, geometry.model == Model_categorical);
}

fn termOf(i: u32, n: vec2u, background: bool) -> Term {
  if (geometry.model == Model_categorical) {
    let count = momentOf(1u + i, background);
    return Term(twice(count), extend64(count));
  }
  let plane = i >> 1u;
  let second = (i & 1u) == 1u;
  let s = momentOf(1u + 2u * plane, background);
  let q = momentOf(2u + 2u * plane, background);
  if (geometry.model == Model_bernoulli) {
    let count = select(s, sub64(n, s), second);
    let none = second && !less64(s, n);
    return Term(select(twice(count), vec2u(0u), none), extend64(count));
  }
  var term = Term(n, extend64(n));
  switch geometry.model {
    case Model_gaussian: {
      // 12 times the variance, which is at least 1/12, times N².
      let spread = multiply128by32(sub128(multiply64(n, q), multiply64(s, s)), 12u);
      term.argument = larger128(spread, multiply64(n, n));
    }
    case Model_poisson: {
      term = Term(twice(s), extend64(s));
    }
    case Model_gamma: {
      term.argument = larger128(shiftLeft128(extend64(s), 1u), extend64(n));
    }
    default: {
      term.argument = larger128(shiftLeft128(extend64(q), 1u), extend64(n));
    }
  }
  if (second) {
    term.weight = vec2u(0u);
  }
  return term;
}

// What a term adds, where `log` is the logarithm of its argument.
fn valueOf(term: Term, log: vec2u, logN: vec2u) -> vec4u {
  switch geometry.model {
    case Model_gaussian: {
      return multiplySigned64(term.weight, sub64(log, twice(logN)));
    }
    case Model_gamma, Model_rayleigh: {
      // 2·order·N·(…), the order having 8 fraction bits.
      let product = multiplySigned64(term.weight, sub64(log, logN));
      return shiftRightSigned128(multiply128by32(product, 2u * geometry.order), 8u);
    }
    case Model_categorical: {
      return multiplySigned64(term.weight, negate64(log));
    }
    default: {
      return multiplySigned64(term.weight, sub64(logN, log));
    }
  }
}

// log2 N of target and background, once partitionEnergy() is done.
var<private> regionLogs: array<vec2u, 2>;

fn regionEnergy(background: bool) -> vec4u {
  let n = momentOf(0u, background);
  var energy = vec4u(0u);
  var logN = vec2u(0u);
  for (var i = 0u; i <= termsOf(); i++) {
    var term = Term(n, extend64(n));
    if (i > 0u) {
      term = termOf(i - 1u, n, background);
    }
    if (all(term.weight == vec2u(0u))) {
      continue;
    }
    let log = log2Wide(term.argument);
    if (i > 0u) {
      energy = add128(energy, valueOf(term, log, logN));
      continue;
    }
    logN = log;
    if (geometry.model == Model_categorical) {
      energy = add128(multiply64(twice(n), logN), multiply128by32(extend64(logN), geometry.codes - 1u));
    }
  }
  regionLogs[u32(background)] = logN;
  return energy;
}

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

// a·b, where the product is known to fit.
fn multiply128by64(a: vec4u, b: vec2u) -> vec4u {
  let high = multiply64(a.zw, b);
  return add128(multiply64(a.xy, b), vec4u(0u, 0u, high.xy));
}

// Both regions with one variance; V of src/snake/energy.ts, in the domain's 2³⁰ pixels at most.
fn commonEnergy() -> vec4u {
  let n = momentOf(0u, false);
  let m = momentOf(0u, true);
  let pixels = add64(n, m);
  let both = multiply64(n, m);
  regionLogs[0] = log2Long(n);
  regionLogs[1] = log2Long(m);
  let logs = add64(add64(regionLogs[0], regionLogs[1]), log2Long(pixels));
  let least = multiply128by64(both, pixels);
  var energy = vec4u(0u);
  for (var plane = 0u; plane < dataPlanes(); plane++) {
    let s = momentOf(1u + 2u * plane, false);
    let t = momentOf(1u + 2u * plane, true);
    let means = add128(multiply128by64(multiply64(s, s), m), multiply128by64(multiply64(t, t), n));
    let spread = multiply128by32(sub128(multiply128by64(both, domainMoment(2u + 2u * plane)), means), 12u);
    let log = log2Wide(larger128(spread, least));
    energy = add128(energy, multiplySigned64(pixels, sub64(log, logs)));
  }
  return energy;
}

// What the last plane says for the target, where it is a prior: units above 128, 2⁻¹² half bits each.
fn priorEnergy() -> vec4u {
  let units = sub64(targetMoment(1u + 2u * dataPlanes()), multiply64by32(targetMoment(0u), 128u));
  let worth = multiplySigned64(vec2u(geometry.priorWeight, 0u), units);
  return vec4u(0u, worth.xyz);
}

fn partitionEnergy() -> vec4u {
  if (impossible()) {
    return worst;
  }
  var energy = vec4u(0u);
  if (geometry.model == Model_common) {
    energy = commonEnergy();
  } else {
    for (var region = 0u; region < 2u; region++) {
      energy = add128(energy, regionEnergy(region == 1u));
    }
  }
  if (geometry.priorWeight > 0u) {
    energy = sub128(energy, priorEnergy());
  }
  return energy;
}
