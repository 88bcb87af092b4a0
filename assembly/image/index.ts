/** Codes of samples and their counts. All lies in the module's own memory, sixteen samples at a time. */

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
