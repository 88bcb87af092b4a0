/**
 * `combined_maxima` of a row of a block, eight pixels at a time: for each orientation the comparisons over h2; then,
 * where one of the eight is a maximum there, its check, and the comparisons and the check over h1. Addresses and steps
 * are in bytes.
 */

/** At `steps` are h1 steps for each orientation. `whole`: nothing is missing in any of the windows. */
export function maxima(
  row: usize,
  pixels: i32,
  marks: usize,
  steps: usize,
  orientations: i32,
  h1: i32,
  h2: i32,
  whole: bool,
  threshold: i32,
  ratio: i32,
  secondThreshold: i32,
  secondRatio: i32,
): void {
  const one: i32 = 1;
  for (let i = 0; i < pixels; i += 8) {
    const at = row + 2 * i;
    const c = v128.load(at);
    let accepted = i16x8.splat(0);
    let passing = accepted;
    for (let k = 0; k < orientations; k++) {
      const line = steps + 4 * k * h1;
      let left = isMaximum(at, c, line, 0, h2);
      if (!v128.any_true(left)) continue;
      const bit = i16x8.splat(<i16>(one << k));
      const second = isSymmetric(at, c, line, h2, whole, secondThreshold, secondRatio);
      passing = v128.or(passing, v128.and(bit, v128.and(left, second)));
      left = v128.and(left, isMaximum(at, c, line, h2, h1));
      if (!v128.any_true(left)) continue;
      const first = isSymmetric(at, c, line, h1, whole, threshold, ratio);
      accepted = v128.or(accepted, v128.and(bit, v128.and(left, first)));
    }
    const out = marks + 4 * i;
    v128.store(out, v128.shuffle<i16>(accepted, passing, 0, 8, 1, 9, 2, 10, 3, 11));
    v128.store(out, v128.shuffle<i16>(accepted, passing, 4, 12, 5, 13, 6, 14, 7, 15), 16);
  }
}

/** Lanes of ones where c is not below side A and above side B, over the steps [from, to). */
function isMaximum(at: usize, c: v128, line: usize, from: i32, to: i32): v128 {
  let a = c;
  let b = i16x8.splat(0);
  for (let t = from; t < to; t++) {
    const step = load<i32>(line + 4 * t);
    a = i16x8.max_u(a, v128.load(at + step));
    b = i16x8.max_u(b, v128.load(at - step));
  }
  return v128.and(i16x8.eq(a, c), i16x8.gt_u(c, b));
}

/** Lanes of ones where the contrasts of c to the means of its half windows of length h pass the check. */
function isSymmetric(at: usize, c: v128, line: usize, h: i32, whole: bool, threshold: i32, ratio: i32): v128 {
  const none = i16x8.splat(0);
  let lowA = none;
  let highA = none;
  let lowB = none;
  let highB = none;
  let missingA = none;
  let missingB = none;
  for (let t = 0; t < h; t++) {
    const step = load<i32>(line + 4 * t);
    const a = v128.load(at + step);
    const b = v128.load(at - step);
    lowA = i32x4.add(lowA, i32x4.extend_low_i16x8_u(a));
    highA = i32x4.add(highA, i32x4.extend_high_i16x8_u(a));
    lowB = i32x4.add(lowB, i32x4.extend_low_i16x8_u(b));
    highB = i32x4.add(highB, i32x4.extend_high_i16x8_u(b));
    if (whole) continue;
    missingA = i16x8.add(missingA, i16x8.eq(a, none));
    missingB = i16x8.add(missingB, i16x8.eq(b, none));
  }
  const all = i16x8.splat(<i16>h);
  const countA = i16x8.add(all, missingA);
  const countB = i16x8.add(all, missingB);
  return i16x8.narrow_i32x4_s(
    passes(
      i32x4.extend_low_i16x8_u(c),
      lowA,
      i32x4.extend_low_i16x8_s(countA),
      lowB,
      i32x4.extend_low_i16x8_s(countB),
      threshold,
      ratio,
    ),
    passes(
      i32x4.extend_high_i16x8_u(c),
      highA,
      i32x4.extend_high_i16x8_s(countA),
      highB,
      i32x4.extend_high_i16x8_s(countB),
      threshold,
      ratio,
    ),
  );
}

/** `symmetric` of four pixels; all products are below 2^31 for 15 samples of 16 bits. */
function passes(c: v128, sumA: v128, nA: v128, sumB: v128, nB: v128, threshold: i32, ratio: i32): v128 {
  const a = i32x4.mul(i32x4.sub(i32x4.mul(c, nA), sumA), nB);
  const b = i32x4.mul(i32x4.sub(i32x4.mul(c, nB), sumB), nA);
  const both = i32x4.mul(nA, nB);
  const least = i32x4.min_s(a, b);
  const high = i32x4.ge_s(i32x4.shl(least, 4), i32x4.mul(i32x4.splat(threshold), both));
  const even = i32x4.ge_s(i32x4.shl(least, 6), i32x4.mul(i32x4.splat(ratio), i32x4.max_s(a, b)));
  return v128.and(v128.and(high, even), i32x4.gt_s(both, i32x4.splat(0)));
}
