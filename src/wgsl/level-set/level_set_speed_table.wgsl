#import level-set/shared/tiling
#import common/u64
#constants level-set/speed/noise-model: CAP
#constants core/numbers/fixed-log2: LOG_STEPS
// The speed of every sample value from the moments of the two regions, 64 values of a band a workgroup. CPU kernel:
// src/level-set/kernels/level_set_speed_table.ts, and noise-model.ts, which says what is computed.

@group(0) @binding(0) var<uniform> tiling: Tiling;
@group(0) @binding(1) var<storage, read> status: array<u32>;
@group(0) @binding(2) var<storage, read> moments: array<u32>;
@group(0) @binding(3) var<storage, read_write> tables: array<i32>;

const lanes = 64u;

// ⌊a / b⌋, b > 0.
fn divide64(a: vec2u, b: vec2u) -> vec2u {
  var quotient = vec2u(0u);
  var rest = vec2u(0u);
  for (var i = 0u; i < 64u; i++) {
    let bit = select(a.x >> (63u - i), a.y >> (31u - min(i, 31u)), i < 32u) & 1u;
    rest = shiftLeft64(rest, 1u) | vec2u(bit, 0u);
    quotient = shiftLeft64(quotient, 1u);
    if (!less64(rest, b)) {
      rest = sub64(rest, b);
      quotient.x |= 1u;
    }
  }
  return quotient;
}

fn capped(a: vec2u) -> i32 {
  return i32(select(min(a.x, CAP), CAP, a.y != 0u));
}

// log2 of a number from 1 on, 12 fraction bits.
fn log2Q12(a: vec2u) -> i32 {
  let e = select(firstLeadingBit(a.x), 32u + firstLeadingBit(a.y), a.y != 0u);
  var m = a.x << (30u - min(e, 30u));
  if (e == 31u) {
    m = a.x >> 1u;
  } else if (e > 31u) {
    m = (a.y << (62u - e)) | (a.x >> (e - 30u));
    if (e == 62u) {
      m = a.y;
    }
  }
  var y = 0u;
  for (var k = 1u; k <= 16u; k++) {
    let t = m + (m >> k);
    if (t <= 0x80000000u) {
      m = t;
      y += LOG_STEPS[k - 1u];
    }
  }
  return i32(((e + 1u) << 16u) - y) >> 4u;
}

fn natural(difference: i32) -> i32 {
  return (difference * 11357) >> 14u;
}

struct Region {
  n: u32,
  sum: vec2u,
  squares: vec2u,
}

// Samples of 8 bits count 256 times.
fn shift() -> u32 {
  return select(0u, 8u, tiling.values == 256u);
}

fn regionAt(at: u32, band: u32) -> Region {
  let b = at + 1u + 4u * band;
  return Region(moments[at], vec2u(moments[b], moments[b + 1u]), vec2u(moments[b + 2u], moments[b + 3u]));
}

fn meanOf(region: Region) -> u32 {
  return divide64(shiftLeft64(region.sum, shift() + 8u), vec2u(region.n, 0u)).x;
}

// Sum of squares about the mean rounded to 1.
fn secondOf(region: Region, mean: u32) -> vec2u {
  let centre = (mean + 128u) >> 8u;
  let crossed = multiply64by32(shiftLeft64(region.sum, shift()), 2u * centre);
  return add64(sub64(shiftLeft64(region.squares, 2u * shift()), crossed), multiply32(region.n, centre * centre));
}

fn varianceOf(second: vec2u, n: u32) -> vec2u {
  let least = vec2u((1u << (4u + 2u * shift())) / 12u, 0u);
  let variance = divide64(shiftLeft64(second, 4u), vec2u(n, 0u));
  if (less64(least, variance)) {
    return variance;
  }
  return least;
}

fn ratio(z: u32, mean: u32, variance: vec2u) -> i32 {
  let centre = (mean + 128u) >> 8u;
  let far = max(z, centre) - min(z, centre);
  return capped(divide64(shiftLeft64(vec2u(far * far, 0u), 16u), variance));
}

fn share(z: u32, mean: u32) -> i32 {
  return capped(divide64(shiftLeft64(vec2u(z, 0u), 20u), vec2u(max(mean, 1u), 0u)));
}

fn entry(z: u32, inside: Region, outside: Region) -> i32 {
  let meanIn = meanOf(inside);
  let meanOut = meanOf(outside);
  if (tiling.kind == Kind_chanVese) {
    let far = i32(512u * z) - i32(meanIn) - i32(meanOut);
    let apart = i32(meanIn) - i32(meanOut);
    let product = add64(multiply32(u32(abs(far)), u32(abs(apart))), vec2u(0xffffffu, 0u));
    return sign(far) * sign(apart) * i32((product.y << 8u) | (product.x >> 24u));
  }
  if (tiling.kind == Kind_common) {
    let second = add64(secondOf(inside, meanIn), secondOf(outside, meanOut));
    let variance = varianceOf(second, inside.n + outside.n);
    return ratio(z, meanOut, variance) - ratio(z, meanIn, variance);
  }
  if (tiling.kind == Kind_gaussian) {
    let varianceIn = varianceOf(secondOf(inside, meanIn), inside.n);
    let varianceOut = varianceOf(secondOf(outside, meanOut), outside.n);
    let logRatio = natural(log2Q12(varianceOut) - log2Q12(varianceIn));
    return logRatio + ratio(z, meanOut, varianceOut) - ratio(z, meanIn, varianceIn);
  }
  let logRatio = natural(log2Q12(vec2u(max(meanOut, 1u), 0u)) - log2Q12(vec2u(max(meanIn, 1u), 0u)));
  return logRatio + share(z, meanOut) - share(z, meanIn);
}

@compute @workgroup_size(lanes)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  if ((status[Status_over] | status[Status_stopped]) != 0u) {
    return;
  }
  let at = group.x * lanes + lane;
  let band = at / tiling.values;
  if (band >= tiling.adaptive) {
    return;
  }
  let inside = regionAt(0u, band);
  let whole = regionAt(1u + 4u * tiling.bands, band);
  let outside = Region(whole.n - inside.n, sub64(whole.sum, inside.sum), sub64(whole.squares, inside.squares));
  var speed = 0i;
  if (inside.n > 0u && outside.n > 0u) {
    speed = entry((at % tiling.values) << shift(), inside, outside);
  }
  tables[at] = speed;
}
