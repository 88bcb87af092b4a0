#import snake/shared/state/layout
#import snake/shared/score/wide
#import snake/shared/score/log2
#import snake/shared/score/worst
#constants core/fixed-log2: LOG2E_Q44
// requires: domainMoment, geometry, headLog, targetExtra, targetMoment
// The criterion of src/snake/criterion/energy.ts as a sum of terms, so that one lane may work out all or several share them out:
// half bits with 44 fraction bits, 128 bits, signed. targetMoment(i) is of the region that is judged,
// targetExtra(i) of the words behind the moments in its row of totals; serial_score and team_score have headLog(h).

// Heads: logarithms that several terms ask for. Of N of target and background, always; of N of the domain, under the
// common variance and for a length; of k and of the ring's steps, for a length.
const Head_target = 0u;
const Head_background = 1u;
const Head_domain = 2u;
const Head_vertices = 3u;
const Head_dx = 4u;
const Head_dy = 5u;
const mostHeads = 6u;

fn headsFor(asLength: bool) -> u32 {
  return select(select(2u, 3u, geometry.model == Model_common), mostHeads, asLength);
}

// What an item of the sum asks for, read at once, so that the ways from memory overlap: N and two moments, of the target
// and of the domain.
struct Sums {
  n: vec2u,
  s: vec2u,
  q: vec2u,
}

var<private> judged: Sums;
var<private> whole: Sums;

// Of the term in `place`, or of any head.
fn readSums(place: u32) {
  var first = 1u + 2u * planeOf(place);
  var second = first + 1u;
  if (geometry.model == Model_categorical) {
    first = 1u + (place >> 1u);
    second = first;
  }
  judged = Sums(targetMoment(0u), targetMoment(first), targetMoment(second));
  whole = Sums(domainMoment(0u), domainMoment(first), domainMoment(second));
}

fn planeOf(place: u32) -> u32 {
  switch geometry.model {
    case Model_common: { return place; }
    case Model_bernoulli: { return place >> 2u; }
    default: { return place >> 1u; }
  }
}

// N of the target or of the background, and likewise their other sums.
fn pixelsOf(background: bool) -> vec2u {
  return select(judged.n, sub64(whole.n, judged.n), background);
}

fn sOf(background: bool) -> vec2u {
  return select(judged.s, sub64(whole.s, judged.s), background);
}

fn qOf(background: bool) -> vec2u {
  return select(judged.q, sub64(whole.q, judged.q), background);
}

fn headArgument(h: u32) -> vec2u {
  switch h {
    case Head_target, Head_background: { return pixelsOf(h == Head_background); }
    case Head_domain: { return whole.n; }
    case Head_vertices: { return vec2u(targetExtra(Extra_vertices), 0u); }
    default: {
      // Twice the mean steps, at least ½ each, times k.
      let steps = targetExtra(select(Extra_dy, Extra_dx, h == Head_dx));
      return vec2u(max(2u * steps, targetExtra(Extra_vertices)), 0u);
    }
  }
}

fn twice(a: vec2u) -> vec2u {
  return shiftLeft64(a, 1u);
}

fn larger128(a: vec4u, b: vec4u) -> vec4u {
  return select(a, b, isNegative128(a) || lessUnsigned128(a, b));
}

// A term is w·(±log2 a ± heads).
struct Term {
  weight: vec2u,
  argument: vec4u,
  background: bool,
}

// Planes of data: all but a prior.
fn dataPlanes() -> u32 {
  return geometry.planes - u32(geometry.priorWeight != 0u);
}

// Terms of both regions together.
fn termsOfData() -> u32 {
  switch geometry.model {
    case Model_categorical: { return 2u * geometry.codes; }
    case Model_common: { return dataPlanes(); }
    case Model_bernoulli: { return 4u * dataPlanes(); }
    default: { return 2u * dataPlanes(); }
  }
}

// Regions that share their variance: N_T·N_B·N times it, 12 times, at least as if it were 1/12; fits for 2³⁰ pixels.
fn commonTerm() -> Term {
  let n = judged.n;
  let m = pixelsOf(true);
  let s = judged.s;
  let t = sOf(true);
  let product = multiplyCount(n, m).xy;
  let spread = sub128(
    sub128(multiply64(product, whole.q), multiply128by32(square64(s), m.x)),
    multiply128by32(square64(t), n.x),
  );
  return Term(whole.n, larger128(twelveTimes(spread), multiplyCount(whole.n, product)), true);
}

// After readSums(place).
fn termOf(place: u32) -> Term {
  let background = (place & 1u) == 1u;
  let n = pixelsOf(background);
  let s = sOf(background);
  switch geometry.model {
    case Model_categorical, Model_poisson: {
      return Term(twice(s), extend64(s), background);
    }
    case Model_common: {
      return commonTerm();
    }
    case Model_bernoulli: {
      let zeros = (place & 2u) == 2u;
      let none = zeros && !less64(s, n);
      let count = select(s, sub64(n, s), zeros);
      return Term(select(twice(count), vec2u(0u), none), extend64(count), background);
    }
    case Model_gaussian: {
      // 12 times the variance, which is at least 1/12, times N².
      let spread = twelveTimes(sub128(multiplyCount(n, qOf(background)), square64(s)));
      return Term(n, larger128(spread, multiplyCount(n, n)), background);
    }
    default: {
      let moment = select(s, qOf(background), geometry.model == Model_rayleigh);
      return Term(n, larger128(shiftLeft128(extend64(moment), 1u), extend64(n)), background);
    }
  }
}

// What a term adds, where `log` is the logarithm of its argument; a term of weight 0 adds nothing.
fn valueOf(term: Term, log: vec2u) -> vec4u {
  let logN = headLog(select(Head_target, Head_background, term.background));
  switch geometry.model {
    case Model_gaussian: {
      return multiplySigned64(term.weight, sub64(log, twice(logN)));
    }
    case Model_common: {
      let heads = add64(add64(headLog(Head_target), headLog(Head_background)), headLog(Head_domain));
      return multiplySigned64(term.weight, sub64(log, heads));
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

// What a region adds under the categorical model beside its terms.
fn codesOf(background: bool) -> vec4u {
  let logN = headLog(select(Head_target, Head_background, background));
  return add128(multiply64(twice(pixelsOf(background)), logN), multiply128by32(extend64(logN), geometry.codes - 1u));
}

// What codes add, what the ring's length costs, and what the prior, the last plane, is worth. After readSums().
fn besidesTerms() -> vec4u {
  var sum = vec4u(0u);
  if (geometry.model == Model_categorical) {
    sum = add128(codesOf(false), codesOf(true));
  }
  if (geometry.lengthWeight != 0u) {
    let length = multiply32(geometry.lengthWeight, targetExtra(Extra_dx) + targetExtra(Extra_dy));
    sum = add128(sum, vec4u(0u, length, 0u));
  }
  if (geometry.priorWeight != 0u) {
    let prior = sub64(targetMoment(1u + 2u * dataPlanes()), shiftLeft64(judged.n, 7u));
    let worth = multiplySigned64(vec2u(geometry.priorWeight, 0u), prior);
    sum = sub128(sum, vec4u(0u, worth.xyz));
  }
  return sum;
}

// mean(T) − mean(B), cross-multiplied, must have the sign that is asked for.
fn hasPolarity() -> bool {
  if (geometry.polarity == 0u) {
    return true;
  }
  let s = targetMoment(1u);
  let target_ = multiply64(s, pixelsOf(true));
  let background = multiply64(sub64(domainMoment(1u), s), judged.n);
  return select(lessUnsigned128(target_, background), lessUnsigned128(background, target_), geometry.polarity == 1u);
}

// n as a signed number is less than the fewest pixels.
fn tooFew(n: vec2u) -> bool {
  return isNegative64(n) || less64(n, vec2u(geometry.minimumPixels, 0u));
}

// Regions that cannot be: too small, or of the wrong polarity … After readSums().
fn isBarred() -> bool {
  return tooFew(judged.n) || tooFew(pixelsOf(true)) || !hasPolarity();
}

// … or with more of a moment than the domain has.
fn exceeds(i: u32) -> bool {
  return less64(domainMoment(i), targetMoment(i));
}

fn parametersOf() -> u32 {
  switch geometry.model {
    case Model_categorical: { return 0u; }
    case Model_gaussian: { return 2u * dataPlanes(); }
    default: { return dataPlanes(); }
  }
}

// What a description has beside the energy: the noise models' parameters, and the contour's
// 2·log2 N + 4·log2 k + k·(4 + 4·log2 e + 2·(log2 of the mean steps, at least ½)), weighted.
fn besidesEnergy() -> vec4u {
  // log2 2k = log2 k + 1, twice.
  let log2k = headLog(Head_vertices);
  let steps = sub64(add64(headLog(Head_dx), headLog(Head_dy)), twice(add64(log2k, vec2u(0u, log2One))));
  let each = add64(add64(vec2u(0u, 4u * log2One), shiftLeft64(LOG2E_Q44, 2u)), twice(steps));
  let fixed = add64(twice(headLog(Head_domain)), shiftLeft64(log2k, 2u));
  let length = add128(extend64(fixed), multiplySigned64(vec2u(targetExtra(Extra_vertices), 0u), each));
  let contour = shiftRightSigned128(multiply128by32(length, geometry.contourWeight), 8u);
  let regions = add64(headLog(Head_target), headLog(Head_background));
  return add128(multiply128by32(extend64(regions), parametersOf()), contour);
}
