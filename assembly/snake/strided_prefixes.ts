/** The CPU kernel `strided_prefixes`, for intensities at strides of at least 8 and for at most 16 codes. */
import { bits, codes, entries, entryWords, height, prefixes, rowWords, samples, shift, width } from './bound';

/** The prefixes of a row of a stored plane. Rows of samples are padded, so that eight may be read at any stride. */
export function prefixRow(row: i32, plane: i32): void {
  const line = plane * height + row;
  const from = samples + line * (rowWords << 2);
  const to = prefixes + line * (entries * entryWords) * 4;
  if (codes > 0) prefixCodes(from, to);
  else if (bits === 16) prefix16(from, to);
  else prefix8(from, to);
}

function prefix16(from: usize, first: usize): void {
  const stride = 1 << shift;
  const middle = i16x8.splat(-32768);
  const ones = i16x8.splat(1);
  let to = first;
  let s: u32 = 0;
  let q: u64 = 0;
  for (let column = 0; ; column += stride) {
    store<u32>(to, s);
    store<u64>(to, q, 4);
    to += 12;
    if (column + stride > width) return;
    const end = column + stride;
    for (let c = column; c < end; c += 8) {
      const z = v128.xor(v128.load(from + (c << 1)), middle);
      const sums = i32x4.dot_i16x8_s(z, ones);
      const pairs = i32x4.dot_i16x8_s(z, z);
      const sum = lanes(sums);
      const wide = i64x2.add(i64x2.extend_low_i32x4_u(pairs), i64x2.extend_high_i32x4_u(pairs));
      s += sum + 8 * 32768;
      // z = z′ + 2¹⁵: Σz² = Σz′² + 2¹⁶·Σz′ + 8·2³⁰.
      q += i64x2.extract_lane(wide, 0) + i64x2.extract_lane(wide, 1) + ((<i64>sum) << 16) + ((<i64>8) << 30);
    }
  }
}

function lanes(sums: v128): i32 {
  const pairs = i32x4.add(sums, i32x4.shuffle(sums, sums, 2, 3, 0, 1));
  return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1);
}

function prefix8(from: usize, first: usize): void {
  const stride = 1 << shift;
  const ones = i16x8.splat(1);
  let to = first;
  let s: u32 = 0;
  let q: u32 = 0;
  for (let column = 0; ; column += stride) {
    store<u32>(to, s);
    store<u32>(to, q, 4);
    to += 8;
    if (column + stride > width) return;
    const end = column + stride;
    for (let c = column; c < end; c += 8) {
      const z = i16x8.extend_low_i8x16_u(v128.load64_zero(from + c));
      s += lanes(i32x4.dot_i16x8_s(z, ones));
      q += lanes(i32x4.dot_i16x8_s(z, z));
    }
  }
}

/** Codes whose counts fit a vector, one byte each. */
const LANES: i32 = 16;
/** Pixels whose counts fit a byte. */
const BYTE: i32 = 128;
const lane: v128 = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
/** The counts of an entry that must not be written over what lies behind the row. */
const last = memory.data(2 * LANES);

/** Counts of 16 bits; what is outside the domain has a code of its own, which is not counted. */
function prefixCodes(from: usize, first: usize): void {
  const stride = 1 << shift;
  const outside = i8x16.splat(<i8>codes);
  const counted = i8x16.lt_u(lane, outside);
  const size = (<usize>entryWords) << 2;
  const end = first + <usize>entries * size;
  let low = i16x8.splat(0);
  let high = i16x8.splat(0);
  let column = 0;
  for (let to = first; to < end; to += size) {
    if (to + 2 * LANES <= end) {
      v128.store(to, low);
      v128.store(to, high, LANES);
    } else {
      v128.store(last, low);
      v128.store(last, high, LANES);
      memory.copy(to, last, min<usize>(size, end - to));
    }
    const until = min(width, column + stride);
    while (column < until) {
      const pause = min(until, column + BYTE);
      let counts = i8x16.splat(0);
      while (column + LANES <= pause) {
        const pixels = v128.load(from + column);
        // Away from a ring whole runs of pixels are outside the domain.
        if (!i8x16.all_true(i8x16.eq(pixels, outside))) {
          for (let i = 0; i < LANES; i++) counts = countOne(counts, from + column + i);
        }
        column += LANES;
      }
      while (column < pause) counts = countOne(counts, from + column++);
      counts = v128.and(counts, counted);
      low = i16x8.add(low, i16x8.extend_low_i8x16_u(counts));
      high = i16x8.add(high, i16x8.extend_high_i8x16_u(counts));
    }
  }
}

function countOne(counts: v128, at: usize): v128 {
  return i8x16.sub(counts, i8x16.eq(lane, v128.load8_splat(at)));
}
