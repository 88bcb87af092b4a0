/** Codes of samples, their counts, and sums of samples. All lies in the module's own memory, sixteen samples or bytes at a time. */

/**
 * The code of each sample: how many thresholds are at or below it.
 * @param samples bytes, `count` of them; what lies behind them is read and written too, up to whole vectors
 * @param thresholds bytes, `given` of them
 */
export function codesOf8(samples: usize, count: i32, thresholds: usize, given: i32, codes: usize): void {
  for (let i: usize = 0; i < <usize>count; i += 16) {
    const values = v128.load(samples + i);
    let own = i8x16.splat(0);
    for (let k: usize = 0; k < <usize>given; k++) {
      const reached = i8x16.eq(i8x16.max_u(values, v128.load8_splat(thresholds + k)), values);
      own = i8x16.sub(own, reached);
    }
    v128.store(codes + i, own);
  }
}

/** The same for samples and thresholds of two bytes. */
export function codesOf16(samples: usize, count: i32, thresholds: usize, given: i32, codes: usize): void {
  for (let i: usize = 0; i < <usize>count; i += 16) {
    const first = v128.load(samples + 2 * i);
    const second = v128.load(samples + 2 * i, 16);
    let own = i8x16.splat(0);
    for (let k: usize = 0; k < <usize>given; k++) {
      const threshold = v128.load16_splat(thresholds + 2 * k);
      const before = i16x8.eq(i16x8.max_u(first, threshold), first);
      const behind = i16x8.eq(i16x8.max_u(second, threshold), second);
      own = i8x16.sub(own, i8x16.narrow_i16x8_s(before, behind));
    }
    v128.store(codes + i, own);
  }
}

/** Vectors whose bytes can be summed in bytes. */
const MOST = 255;

/** Adds how often each code occurs to `counts`, integers of four bytes, for whole fours of codes. @param given codes, from 0 on */
export function tally(codes: usize, count: i32, given: i32, counts: usize): void {
  const whole = count >> 4;
  for (let from = 0; from < whole; from += MOST) {
    const until = min(from + MOST, whole);
    for (let code = 0; code < given; code += 4) {
      const wanted = i8x16.splat(<i8>code);
      let first = i8x16.splat(0);
      let second = first;
      let third = first;
      let fourth = first;
      for (let i = from; i < until; i++) {
        // 0 for the first of the four codes.
        const apart = i8x16.sub(v128.load(codes + ((<usize>i) << 4)), wanted);
        first = i8x16.sub(first, i8x16.eq(apart, i8x16.splat(0)));
        second = i8x16.sub(second, i8x16.eq(apart, i8x16.splat(1)));
        third = i8x16.sub(third, i8x16.eq(apart, i8x16.splat(2)));
        fourth = i8x16.sub(fourth, i8x16.eq(apart, i8x16.splat(3)));
      }
      const at = counts + ((<usize>code) << 2);
      add(at, first);
      add(at + 4, second);
      add(at + 8, third);
      add(at + 12, fourth);
    }
  }
  for (let i = whole << 4; i < count; i++) {
    const at = counts + ((<usize>load<u8>(codes + i)) << 2);
    store<i32>(at, load<i32>(at) + 1);
  }
}

/** Adds the sum of sixteen bytes. */
function add(at: usize, found: v128): void {
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(found));
  const even = i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 2);
  const odd = i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 3);
  store<i32>(at, load<i32>(at) + even + odd);
}

/** Adds the sum of all samples to the f64 at `sums`, and that of their squares to the one behind it. @param samples bytes, `count` of them, at most 2¹⁵ */
export function moments8(samples: usize, count: i32, sums: usize): void {
  const whole = <usize>count & ~15;
  // A lane of squares grows by at most 2¹⁸ a vector, of which there are 2¹¹.
  let ones = i32x4.splat(0);
  let squares = i32x4.splat(0);
  for (let i: usize = 0; i < whole; i += 16) {
    const values = v128.load(samples + i);
    ones = i32x4.add(ones, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(values)));
    squares = i32x4.add(squares, i32x4.extadd_pairwise_i16x8_u(i16x8.extmul_low_i8x16_u(values, values)));
    squares = i32x4.add(squares, i32x4.extadd_pairwise_i16x8_u(i16x8.extmul_high_i8x16_u(values, values)));
  }
  let sum = <u64>allOf(ones);
  let square = <u64>allOf(squares);
  for (let i = whole; i < <usize>count; i++) {
    const value = <u64>load<u8>(samples + i);
    sum += value;
    square += value * value;
  }
  addTo(sums, sum, square);
}

/** The same for samples of two bytes. */
export function moments16(samples: usize, count: i32, sums: usize): void {
  const whole = <usize>count & ~7;
  let ones = i32x4.splat(0);
  let squares = i64x2.splat(0);
  for (let i: usize = 0; i < whole; i += 8) {
    const values = v128.load(samples + 2 * i);
    ones = i32x4.add(ones, i32x4.extadd_pairwise_i16x8_u(values));
    const low = i32x4.extmul_low_i16x8_u(values, values);
    const high = i32x4.extmul_high_i16x8_u(values, values);
    squares = i64x2.add(squares, i64x2.add(i64x2.extend_low_i32x4_u(low), i64x2.extend_high_i32x4_u(low)));
    squares = i64x2.add(squares, i64x2.add(i64x2.extend_low_i32x4_u(high), i64x2.extend_high_i32x4_u(high)));
  }
  let sum = <u64>allOf(ones);
  let square = <u64>i64x2.extract_lane(squares, 0) + <u64>i64x2.extract_lane(squares, 1);
  for (let i = whole; i < <usize>count; i++) {
    const value = <u64>load<u16>(samples + 2 * i);
    sum += value;
    square += value * value;
  }
  addTo(sums, sum, square);
}

/** The sum of four lanes, below 2³². */
function allOf(lanes: v128): u32 {
  return (
    i32x4.extract_lane(lanes, 0) +
    i32x4.extract_lane(lanes, 1) +
    i32x4.extract_lane(lanes, 2) +
    i32x4.extract_lane(lanes, 3)
  );
}

function addTo(sums: usize, sum: u64, square: u64): void {
  store<f64>(sums, load<f64>(sums) + <f64>sum);
  store<f64>(sums, load<f64>(sums, 8) + <f64>square, 8);
}
