#import snake/shared/state/layout
#import snake/shared/score/wide
#import snake/shared/score/log2
#import snake/shared/score/worst
// requires: domainMoment, geometry, targetExtra, targetMoment
// The criterion of src/snake/criterion/energy.ts, or the length of a description, as a sum of items, so that one lane may
// work out all or several share them out: half bits with 44 fraction bits, 128 bits, signed. targetMoment(i) is of the region
// that is judged, targetExtra(i) of the words behind the moments in its row of totals. A compiler puts a function's text
// wherever it is called, so each large function is called in one place, by a loop where there is more to do.
//
// Items are heads, then terms of the data, then costs (see summands).

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
  return select(a, b, isNegative128(a) | lessUnsigned128(a, b));
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

// A term is w·(±log2 a ± heads).
struct Term {
  weight: vec2u,
  argument: vec4u,
  background: bool,
}

// a·b·by
fn multiplied(a: vec2u, b: vec2u, by: u32) -> vec4u {
  let product = multiply64(a, b);
  if (by == 1u) {
    return product;
  }
  return multiply128by32(product, by);
}

// 12 times the variance, which is at least 1/12: times N² of one region, or, where regions share it, times N_T·N_B·N, which
// fits for 2³⁰ pixels.
fn varianceOf(background: bool, joint: bool) -> vec4u {
  let n = pixelsOf(background);
  let s = sOf(background);
  let m = pixelsOf(!background);
  let t = sOf(!background);
  // N, or N_T·N_B.
  var count = n;
  var spread = vec4u(0u);
  var product = vec4u(0u);
  for (var i = select(2u, 0u, joint); i < 5u; i++) {
    var a = count;
    var b = select(n, whole.n, joint);
    var by = 1u;
    switch i {
      case 0u: { a = t; b = t; by = n.x; }
      case 1u: { b = m; }
      case 2u: { a = s; b = s; by = select(1u, m.x, joint); }
      case 3u: { b = select(qOf(background), whole.q, joint); }
      default: {}
    }
    product = multiplied(a, b, by);
    switch i {
      case 0u, 2u: { spread = sub128(spread, product); }
      case 1u: { count = product.xy; }
      case 3u: { spread = add128(spread, product); }
      default: {}
    }
  }
  return larger128(twelveTimes(spread), product);
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
    case Model_bernoulli: {
      let zeros = (place & 2u) == 2u;
      let none = zeros & !less64(s, n);
      let count = select(s, sub64(n, s), zeros);
      return Term(select(twice(count), vec2u(0u), none), extend64(count), background);
    }
    case Model_gaussian, Model_common: {
      let joint = geometry.model == Model_common;
      return Term(select(n, whole.n, joint), varianceOf(background & !joint, joint), background);
    }
    default: {
      let moment = select(s, qOf(background), geometry.model == Model_rayleigh);
      return Term(n, larger128(shiftLeft128(extend64(moment), 1u), extend64(n)), background);
    }
  }
}

// Terms and heads in one stream: lanes that go different ways would wait for each other. After readSums().
fn itemOf(item: u32, heads: u32) -> Term {
  if (item < heads) {
    return Term(vec2u(0u), extend64(headArgument(item)), item == Head_background);
  }
  return termOf(item - heads);
}

// mean(T) − mean(B) must have the sign that is asked for: that of S_T·N − S·N_T.
fn hasPolarity() -> bool {
  if (geometry.polarity == 0u) {
    return true;
  }
  var excess = vec4u(0u);
  for (var i = 0u; i < 2u; i++) {
    let isTarget = i == 1u;
    let n = select(judged.n, whole.n, isTarget);
    excess = sub128(multiply64(n, select(domainMoment(1u), targetMoment(1u), isTarget)), excess);
  }
  let negative = isNegative128(excess);
  return select(negative, !negative & any(excess != vec4u(0u)), geometry.polarity == 1u);
}

// n as a signed number is less than the fewest pixels.
fn tooFew(n: vec2u) -> bool {
  return isNegative64(n) | less64(n, vec2u(geometry.minimumPixels, 0u));
}

// Regions that cannot be: too small, or of the wrong polarity … After readSums().
fn isBarred() -> bool {
  return (tooFew(judged.n) | tooFew(pixelsOf(true))) || !hasPolarity();
}

// … or with more of a moment than the domain has.
fn exceeds(i: u32) -> bool {
  return less64(domainMoment(i), targetMoment(i));
}
