/**
 * `line_response` of a block of samples, eight pixels at a time. Addresses and steps are in bytes; `place` of a sample
 * is its address less that of the block. Planes of 16 bits are `length` bytes long and laid out like the block.
 */

/** Samples without the bits that sums have no room for: never 0 where they were not. */
export function coarsen(block: usize, length: usize, shift: i32): void {
  const one = i16x8.splat(1);
  for (let at = block; at < block + length; at += 16) {
    const value = v128.load(at);
    v128.store(at, i16x8.max_u(i16x8.shr_u(value, shift), i16x8.min_u(value, one)));
  }
}

/**
 * Best strengths and their orientations at the places in [from, to), where nothing that their strips see is missing. At
 * `lines` are, for each orientation, the `count` steps to the samples of a strip, then the step to the one beside it.
 */
export function score(
  block: usize,
  sums: usize,
  best: usize,
  labels: usize,
  from: usize,
  to: usize,
  margin: usize,
  lines: usize,
  orientations: i32,
  count: i32,
): void {
  for (let place = from; place < to; place += 16) {
    v128.store(best + place, i16x8.splat(0));
    v128.store(labels + place, i16x8.splat(0));
  }
  for (let k = 0; k < orientations; k++) {
    const line = lines + k * (count + 1) * 4;
    for (let place = from - margin; place < to + margin; place += 16) {
      let sum = v128.load(block + place + load<i32>(line));
      for (let t = 1; t < count; t++) sum = i16x8.add(sum, v128.load(block + place + load<i32>(line + 4 * t)));
      v128.store(sums + place, sum);
    }
    const side = load<i32>(line + 4 * count);
    const label = i16x8.splat(<i16>k);
    for (let place = from; place < to; place += 16) {
      const at = sums + place;
      const beside = i16x8.add(v128.load(at + side), v128.load(at - side));
      const strength = i16x8.sub(i16x8.shl(v128.load(at), 1), beside);
      const most = v128.load(best + place);
      const better = i16x8.gt_s(strength, most);
      v128.store(best + place, i16x8.max_s(strength, most));
      v128.store(labels + place, v128.bitselect(label, v128.load(labels + place), better));
    }
  }
}

/** The same at any places, with what is missing counted as the centre. */
export function scoreBeside(
  block: usize,
  best: usize,
  labels: usize,
  from: usize,
  to: usize,
  lines: usize,
  orientations: i32,
  count: i32,
): void {
  for (let place = from; place < to; place += 16) {
    const centre = v128.load(block + place);
    let most = i16x8.splat(0);
    let label = i16x8.splat(0);
    for (let k = 0; k < orientations; k++) {
      const line = lines + k * (count + 1) * 4;
      const side = load<i32>(line + 4 * count);
      const here = strip(block + place, line, count, centre);
      const beside = i16x8.add(
        strip(block + place + side, line, count, centre),
        strip(block + place - side, line, count, centre),
      );
      const strength = i16x8.sub(i16x8.shl(here, 1), beside);
      label = v128.bitselect(i16x8.splat(<i16>k), label, i16x8.gt_s(strength, most));
      most = i16x8.max_s(strength, most);
    }
    v128.store(best + place, most);
    v128.store(labels + place, label);
  }
}

function strip(at: usize, line: usize, count: i32, centre: v128): v128 {
  const none = i16x8.splat(0);
  let sum = none;
  for (let t = 0; t < count; t++) {
    const value = v128.load(at + load<i32>(line + 4 * t));
    sum = i16x8.add(sum, v128.bitselect(centre, value, i16x8.eq(value, none)));
  }
  return sum;
}

/** Words of the response of eight pixels at a time, with those of `combined_search` at `marks`. */
export function respond(block: usize, best: usize, labels: usize, marks: usize, response: usize, pixels: i32): void {
  const none = i32x4.splat(0);
  const bits4 = i32x4.splat(16);
  const bits5 = i32x4.splat(32);
  const low = i32x4.splat(0xffff);
  for (let i = 0; i < pixels; i += 4) {
    const place = 2 * i;
    const sample = v128.load64_zero(block + place);
    const strength = i32x4.extend_low_i16x8_u(v128.load64_zero(best + place));
    const label = i32x4.extend_low_i16x8_u(v128.load64_zero(labels + place));
    const line = v128.load(marks + 4 * i);
    const primary = v128.andnot(bits4, i32x4.eq(v128.and(line, low), none));
    const secondary = v128.andnot(bits5, i32x4.eq(i32x4.shr_u(line, 16), none));
    const word = v128.or(v128.or(i32x4.shl(strength, 6), label), v128.or(primary, secondary));
    v128.store(response + 4 * i, v128.andnot(word, i32x4.eq(i32x4.extend_low_i16x8_u(sample), none)));
  }
}
