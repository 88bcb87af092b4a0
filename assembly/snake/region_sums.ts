/** Exact sums of samples and of their squares over runs of pixels: what contours are measured by. */

/**
 * Adds those of `pixels` pixels from `from` on, 65,535 at most, to what lies at `out`, in 64 bits each: how many pixels, then of
 * each band both sums.
 */
export function addRun(from: usize, pixels: i32, bands: i32, bits: i32, out: usize): void {
  store<u64>(out, load<u64>(out) + pixels);
  const sums = out + 8;
  if (bands === 1) {
    if (bits === 8) add8(from, pixels, sums);
    else add16(from, pixels, sums);
  } else if (bands === 3 && bits === 8) add888(from, pixels, sums);
  else addScalars(from, pixels, bands, bits, sums);
}

/** The same where `flags`, one a pixel, are 0. */
export function addFlagged(from: usize, pixels: i32, bands: i32, bits: i32, flags: usize, out: usize): void {
  const size = bands * (bits >> 3);
  let count = 0;
  for (let i = 0; i < pixels; i++) {
    if (load<u8>(flags + i)) continue;
    addScalars(from + i * size, 1, bands, bits, out + 8);
    count++;
  }
  store<u64>(out, load<u64>(out) + count);
}

function put(out: usize, s: u64, q: u64): void {
  store<u64>(out, load<u64>(out) + s);
  store<u64>(out, load<u64>(out, 8) + q, 8);
}

function total(lanes: v128): u64 {
  const wide = i64x2.add(i64x2.extend_low_i32x4_u(lanes), i64x2.extend_high_i32x4_u(lanes));
  return i64x2.extract_lane(wide, 0) + i64x2.extract_lane(wide, 1);
}

// Lanes of 32 bits: a step adds less than 2¹⁸ to each, and a run has 2¹² of them.
function sums8(z: v128): v128 {
  return i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(z));
}

function squares8(z: v128): v128 {
  const low = i32x4.extadd_pairwise_i16x8_u(i16x8.extmul_low_i8x16_u(z, z));
  return i32x4.add(low, i32x4.extadd_pairwise_i16x8_u(i16x8.extmul_high_i8x16_u(z, z)));
}

function add8(from: usize, pixels: i32, out: usize): void {
  let s = i32x4.splat(0);
  let q = i32x4.splat(0);
  let i = 0;
  for (; i + 16 <= pixels; i += 16) {
    const z = v128.load(from + i);
    s = i32x4.add(s, sums8(z));
    q = i32x4.add(q, squares8(z));
  }
  put(out, total(s), total(q));
  addScalars(from + i, pixels - i, 1, 8, out);
}

function add16(from: usize, pixels: i32, out: usize): void {
  let s = i32x4.splat(0);
  let q = i64x2.splat(0);
  let i = 0;
  for (; i + 8 <= pixels; i += 8) {
    const z = v128.load(from + (i << 1));
    s = i32x4.add(s, i32x4.extadd_pairwise_i16x8_u(z));
    const low = i32x4.extmul_low_i16x8_u(z, z);
    const high = i32x4.extmul_high_i16x8_u(z, z);
    q = i64x2.add(q, i64x2.add(i64x2.extend_low_i32x4_u(low), i64x2.extend_high_i32x4_u(low)));
    q = i64x2.add(q, i64x2.add(i64x2.extend_low_i32x4_u(high), i64x2.extend_high_i32x4_u(high)));
  }
  put(out, total(s), i64x2.extract_lane(q, 0) + i64x2.extract_lane(q, 1));
  addScalars(from + (i << 1), pixels - i, 1, 16, out);
}

function add888(from: usize, pixels: i32, out: usize): void {
  let rs = i32x4.splat(0);
  let rq = i32x4.splat(0);
  let gs = i32x4.splat(0);
  let gq = i32x4.splat(0);
  let bs = i32x4.splat(0);
  let bq = i32x4.splat(0);
  let at = from;
  let i = 0;
  for (; i + 16 <= pixels; i += 16, at += 48) {
    const x = v128.load(at);
    const y = v128.load(at, 16);
    const z = v128.load(at, 32);
    const r = i8x16.shuffle(
      i8x16.shuffle(x, y, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0),
      z,
      0,
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8,
      9,
      10,
      17,
      20,
      23,
      26,
      29,
    );
    const g = i8x16.shuffle(
      i8x16.shuffle(x, y, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0),
      z,
      0,
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8,
      9,
      10,
      18,
      21,
      24,
      27,
      30,
    );
    const b = i8x16.shuffle(
      i8x16.shuffle(x, y, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0),
      z,
      0,
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8,
      9,
      16,
      19,
      22,
      25,
      28,
      31,
    );
    rs = i32x4.add(rs, sums8(r));
    gs = i32x4.add(gs, sums8(g));
    bs = i32x4.add(bs, sums8(b));
    rq = i32x4.add(rq, squares8(r));
    gq = i32x4.add(gq, squares8(g));
    bq = i32x4.add(bq, squares8(b));
  }
  put(out, total(rs), total(rq));
  put(out + 16, total(gs), total(gq));
  put(out + 32, total(bs), total(bq));
  addScalars(at, pixels - i, 3, 8, out);
}

function addScalars(from: usize, pixels: i32, bands: i32, bits: i32, out: usize): void {
  const size = bits >> 3;
  for (let band = 0; band < bands; band++) {
    let s: u64 = 0;
    let q: u64 = 0;
    let at = from + band * size;
    for (let i = 0; i < pixels; i++, at += bands * size) {
      const z: u64 = bits === 8 ? load<u8>(at) : load<u16>(at);
      s += z;
      q += z * z;
    }
    put(out + (band << 4), s, q);
  }
}
