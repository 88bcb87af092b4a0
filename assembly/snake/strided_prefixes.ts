/** The CPU kernel `strided_prefixes`, for intensities. */
import { bits, entries, entryWords, height, prefixes, rowWords, samples, shift, width } from './bound';

/** The prefixes of a row of a stored plane. Rows of samples are padded, so that eight may be read at any stride. */
export function prefixRow(row: i32, plane: i32): void {
  const line = plane * height + row;
  const from = samples + line * (rowWords << 2);
  const to = prefixes + line * (entries * entryWords) * 4;
  if (bits === 16) prefix16(from, to);
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
