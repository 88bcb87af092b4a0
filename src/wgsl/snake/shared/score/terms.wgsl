#import snake/shared/state/layout
#import snake/shared/score/wide
#import snake/shared/score/log2
#import snake/shared/score/worst
// requires: domainMoment, geometry, targetExtras, targetMoment
// The criterion of src/snake/criterion/energy.ts, or the length of a description, as a sum of items, so that one lane may
// work out all or several share them out: half bits with 44 fraction bits, 128 bits, signed. targetMoment(i) is of the region
// that is judged, targetExtras() are the first words behind the moments in its row of totals. A compiler puts a function's text
// wherever it is called, so each large function is called in one place, by a loop where there is more to do; and it takes long for
// branches, so values are chosen by selection.
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
// and of the domain, and the words behind the target's moments.
struct Sums {
  n: vec2u,
  s: vec2u,
  q: vec2u,
}

var<private> judged: Sums;
var<private> whole: Sums;
var<private> judgedExtras: vec4u;

// Of the term in `place`, or of any head. The place behind the last term has a prior.
fn readSums(place: u32) {
  let coded = geometry.model == Model_categorical;
  let first = 1u + select(2u * (place >> termShift()), place >> 1u, coded);
  let second = first + u32(!coded);
  judged = Sums(targetMoment(0u), targetMoment(first), targetMoment(second));
  whole = Sums(domainMoment(0u), domainMoment(first), domainMoment(second));
  judgedExtras = targetExtras();
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

// Of the ring's steps: twice the mean ones, at least ½ each, times k.
fn headArgument(h: u32) -> vec2u {
  let k = judgedExtras[Extra_vertices];
  let steps = max(2u * select(judgedExtras[Extra_dy], judgedExtras[Extra_dx], h == Head_dx), k);
  let pixels = select(pixelsOf(h == Head_background), whole.n, h == Head_domain);
  return select(pixels, vec2u(select(steps, k, h == Head_vertices), 0u), h >= Head_vertices);
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

// Terms of one plane, as a power of 2.
fn termShift() -> u32 {
  return select(select(1u, 2u, geometry.model == Model_bernoulli), 0u, geometry.model == Model_common);
}

// Terms of both regions together.
fn termsOfData() -> u32 {
  return select(dataPlanes() << termShift(), 2u * geometry.codes, geometry.model == Model_categorical);
}

// A term is w·(±log2 a ± heads).
struct Term {
  weight: vec2u,
  argument: vec4u,
  background: bool,
}

// a·b·by
fn multiplied(a: vec2u, b: vec2u, by: u32) -> vec4u {
  var product = multiply64(a, b);
  if (by != 1u) {
    product = multiply128by32(product, by);
  }
  return product;
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
  // In turn t²·n and n·m, where it is joint, then s²·m or s², count·Σz², and count·N.
  for (var i = select(2u, 0u, joint); i < 5u + nothing(); i++) {
    let squares = (i == 0u) | (i == 2u);
    let a = select(select(count, s, i == 2u), t, i == 0u);
    let last = select(n, whole.n, joint);
    let b = select(select(select(last, select(qOf(background), whole.q, joint), i == 3u), m, i == 1u), a, squares);
    let by = select(select(1u, m.x, joint & (i == 2u)), n.x, i == 0u);
    product = multiplied(a, b, by);
    count = select(count, product.xy, i == 1u);
    // a − b is ~(~a + b).
    let flip = vec4u(select(0u, 0xffffffffu, squares));
    spread = select(spread, add128(spread ^ flip, product) ^ flip, squares | (i == 3u));
  }
  return larger128(twelveTimes(spread), product);
}

// After readSums(place).
fn termOf(place: u32) -> Term {
  let model = geometry.model;
  let background = (place & 1u) == 1u;
  let n = pixelsOf(background);
  let s = sOf(background);
  // Counts: of a code, of ones or of zeros, or the sum itself.
  let zeros = (model == Model_bernoulli) & ((place & 2u) == 2u);
  let none = zeros & !less64(s, n);
  let count = select(s, sub64(n, s), zeros);
  // Means: twice one, at least 1, times N.
  let moment = select(s, qOf(background), model == Model_rayleigh);
  let mean = vec4u(twice(moment), moment.y >> 31u, 0u);
  let least = select(mean, extend64(n), (mean.z == 0u) & less64(mean.xy, n));
  let means = (model == Model_gamma) | (model == Model_rayleigh);
  var term = Term(
    select(select(twice(count), vec2u(0u), none), n, means),
    select(extend64(count), least, means),
    background,
  );
  let joint = model == Model_common;
  if (joint | (model == Model_gaussian)) {
    term = Term(select(n, whole.n, joint), varianceOf(background & !joint, joint), background);
  }
  return term;
}

// Terms and heads in one stream: lanes that go different ways would wait for each other. After readSums().
fn itemOf(item: u32, heads: u32) -> Term {
  var term: Term;
  if (item < heads) {
    term = Term(vec2u(0u), extend64(headArgument(item)), item == Head_background);
  } else {
    term = termOf(item - heads);
  }
  return term;
}

// n as a signed number is less than the fewest pixels.
fn tooFew(n: vec2u) -> bool {
  return isNegative64(n) | less64(n, vec2u(geometry.minimumPixels, 0u));
}

// Regions that cannot be: too small, or of the wrong polarity, which an item finds … After readSums().
fn isBarred() -> bool {
  return tooFew(judged.n) | tooFew(pixelsOf(true));
}

// … or with more of a moment than the domain has.
fn exceeds(i: u32) -> bool {
  return less64(domainMoment(i), targetMoment(i));
}
