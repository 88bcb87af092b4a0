/** `smooth_samples` of a row of a block with a halo of 2, eight pixels at a time. Addresses and strides are in bytes. */

/** Samples of 8 bits: all sums fit 16 bits. Nothing is missing in the five rows. */
export function smooth8(row: usize, stride: usize, columns: usize, out: usize, pixels: i32, shift: i32): void {
  const length = 2 * pixels;
  for (let at = -16; at < length + 16; at += 16) {
    const place = row + at;
    const outer = i16x8.add(v128.load(place - 2 * stride), v128.load(place + 2 * stride));
    const inner = i16x8.add(v128.load(place - stride), v128.load(place + stride));
    v128.store(columns + 16 + at, binomial8(outer, inner, v128.load(place)));
  }
  for (let at = 0; at < length; at += 16) {
    const place = columns + 16 + at;
    const outer = i16x8.add(v128.load(place - 4), v128.load(place + 4));
    const inner = i16x8.add(v128.load(place - 2), v128.load(place + 2));
    v128.store(out + at, i16x8.shr_u(binomial8(outer, inner, v128.load(place)), 8 - shift));
  }
}

/** Samples of 16 bits, in sums of 32. */
export function smooth16(row: usize, stride: usize, columns: usize, out: usize, pixels: i32, shift: i32): void {
  const length = 2 * pixels;
  for (let at = -16; at < length + 16; at += 8) {
    const place = row + at;
    const outer = i32x4.add(load4(place - 2 * stride), load4(place + 2 * stride));
    const inner = i32x4.add(load4(place - stride), load4(place + stride));
    v128.store(columns + 32 + 2 * at, binomial16(outer, inner, load4(place)));
  }
  for (let at = 0; at < length; at += 16) {
    const low = across16(columns + 32 + 2 * at, shift);
    const high = across16(columns + 48 + 2 * at, shift);
    v128.store(out + at, i16x8.narrow_i32x4_u(low, high));
  }
}

/** Of what is not 0 alone, pixels [from, to). */
export function smoothBeside(row: usize, stride: usize, out: usize, from: i32, to: i32, shift: i32): void {
  for (let x = from; x < to; x++) {
    const centre = row + 2 * x;
    let sum: u32 = 0;
    let weights: u32 = 0;
    if (load<u16>(centre) !== 0) {
      for (let j = -2; j <= 2; j++) {
        for (let i = -2; i <= 2; i++) {
          const value = <u32>load<u16>(centre + j * stride + 2 * i);
          const weight = value === 0 ? 0 : tap(i) * tap(j);
          sum += weight * value;
          weights += weight;
        }
      }
    }
    store<u16>(out + 2 * x, weights === 0 ? 0 : <u16>max<u32>(1, min<u32>(0xffff, (sum << shift) / weights)));
  }
}

function tap(i: i32): u32 {
  return i === 0 ? 6 : (i & 1) !== 0 ? 4 : 1;
}

function load4(at: usize): v128 {
  return i32x4.extend_low_i16x8_u(v128.load64_zero(at));
}

function across16(place: usize, shift: i32): v128 {
  const outer = i32x4.add(v128.load(place - 8), v128.load(place + 8));
  const inner = i32x4.add(v128.load(place - 4), v128.load(place + 4));
  return i32x4.shr_u(binomial16(outer, inner, v128.load(place)), 8 - shift);
}

/** 1 4 6 4 1 of the sums of the outer two and the inner two, and the middle. */
function binomial8(outer: v128, inner: v128, middle: v128): v128 {
  const four = i16x8.shl(i16x8.add(inner, middle), 2);
  return i16x8.add(i16x8.add(outer, four), i16x8.shl(middle, 1));
}

function binomial16(outer: v128, inner: v128, middle: v128): v128 {
  const four = i32x4.shl(i32x4.add(inner, middle), 2);
  return i32x4.add(i32x4.add(outer, four), i32x4.shl(middle, 1));
}
