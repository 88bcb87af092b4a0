#import layout
#import wide
#import log2
// The criterion of src/snake/energy.ts: half bits with 44 fraction bits, 128 bits, signed. The kernel declares
// `geometry` and three functions: targetMoment(i) of the region that is judged, targetExtra(i) of the words behind the
// moments in its row of totals, and domainMoment(i).

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

// A region's energy is a sum over terms w·(±log2 a ± …); a term of weight 0 is none.
struct Term {
  weight: vec2u,
  argument: vec4u,
}

// log2 N of target and background, and of the domain under the common law, once partitionEnergy() has got there.
var<private> regionLogs: array<vec2u, 3>;

// Planes of data: all but a prior.
fn dataPlanes() -> u32 {
  return geometry.planes - u32(geometry.priorWeight != 0u);
}

// Terms of a region after the first, which is log2 N itself.
fn termsOf(background: bool) -> u32 {
  switch geometry.model {
    case Model_categorical: { return geometry.codes; }
    case Model_common: { return select(1u, dataPlanes(), background); }
    case Model_bernoulli: { return 2u * dataPlanes(); }
    default: { return dataPlanes(); }
  }
}

// Regions that share their variance: N_T·N_B·N times it, 12 times, at least as if it were 1/12; fits for 2³⁰ pixels.
fn commonTerm(plane: u32, background: bool) -> Term {
  let all_ = domainMoment(0u);
  if (!background) {
    return Term(vec2u(1u, 0u), extend64(all_));
  }
  let n = momentOf(0u, false);
  let m = momentOf(0u, true);
  let s = momentOf(1u + 2u * plane, false);
  let t = momentOf(1u + 2u * plane, true);
  let product = multiply64(n, m).xy;
  let spread = sub128(
    sub128(multiply64(product, domainMoment(2u + 2u * plane)), multiply128by32(multiply64(s, s), m.x)),
    multiply128by32(multiply64(t, t), n.x),
  );
  return Term(all_, larger128(multiply128by32(spread, 12u), multiply64(product, all_)));
}

fn termOf(i: u32, n: vec2u, background: bool) -> Term {
  switch geometry.model {
    case Model_categorical: {
      let count = momentOf(1u + i, background);
      return Term(twice(count), extend64(count));
    }
    case Model_common: {
      return commonTerm(i, background);
    }
    case Model_bernoulli: {
      let s = momentOf(1u + 2u * (i >> 1u), background);
      let zeros = (i & 1u) == 1u;
      let none = zeros && !less64(s, n);
      let count = select(s, sub64(n, s), zeros);
      return Term(select(twice(count), vec2u(0u), none), extend64(count));
    }
    case Model_poisson: {
      let s = momentOf(1u + 2u * i, background);
      return Term(twice(s), extend64(s));
    }
    case Model_gaussian: {
      // 12 times the variance, which is at least 1/12, times N².
      let s = momentOf(1u + 2u * i, background);
      let q = momentOf(2u + 2u * i, background);
      let spread = multiply128by32(sub128(multiply64(n, q), multiply64(s, s)), 12u);
      return Term(n, larger128(spread, multiply64(n, n)));
    }
    default: {
      let power = select(1u, 2u, geometry.model == Model_rayleigh);
      return Term(n, larger128(shiftLeft128(extend64(momentOf(power + 2u * i, background)), 1u), extend64(n)));
    }
  }
}

// What a term adds, where `log` is the logarithm of its argument.
fn valueOf(term: Term, log: vec2u, logN: vec2u) -> vec4u {
  switch geometry.model {
    case Model_gaussian: {
      return multiplySigned64(term.weight, sub64(log, twice(logN)));
    }
    case Model_common: {
      return multiplySigned64(term.weight, sub64(log, add64(add64(regionLogs[0], regionLogs[1]), regionLogs[2])));
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

fn regionEnergy(background: bool) -> vec4u {
  let n = momentOf(0u, background);
  var energy = vec4u(0u);
  var logN = vec2u(0u);
  for (var i = 0u; i <= termsOf(background); i++) {
    var term = Term(n, extend64(n));
    if (i > 0u) {
      term = termOf(i - 1u, n, background);
    }
    if (all(term.weight == vec2u(0u))) {
      continue;
    }
    let log = log2Wide(term.argument);
    if (i == 0u) {
      logN = log;
      regionLogs[u32(background)] = log;
      if (geometry.model == Model_categorical) {
        energy = add128(multiply64(twice(n), logN), multiply128by32(extend64(logN), geometry.codes - 1u));
      }
    } else if (geometry.model == Model_common && !background) {
      regionLogs[2] = log;
    } else {
      energy = add128(energy, valueOf(term, log, logN));
    }
  }
  return energy;
}

// What the ring's length costs, and what the prior, the last plane, is worth.
fn besidesData() -> vec4u {
  let length = multiply32(geometry.lengthWeight, targetExtra(Extra_dx) + targetExtra(Extra_dy));
  let cost = vec4u(0u, length, 0u);
  if (geometry.priorWeight == 0u) {
    return cost;
  }
  let n = momentOf(0u, false);
  let prior = sub64(momentOf(1u + 2u * dataPlanes(), false), shiftLeft64(n, 7u));
  let worth = multiplySigned64(vec2u(geometry.priorWeight, 0u), prior);
  return sub128(cost, vec4u(0u, worth.xyz));
}
