/**
 * The accurate integer inverse DCT of the Independent JPEG Group (Loeffler, Ligtenberg & Moschytz, ICASSP 1989, with
 * 13-bit constants and two passes), so that samples equal those of libjpeg, and of whatever is built on it, bit for bit.
 */
const CONST = 13;
const PASS1 = 2;
const fix = (x: number): number => Math.floor(x * (1 << CONST) + 0.5);
const F_0_298 = fix(0.298631336);
const F_0_390 = fix(0.390180644);
const F_0_541 = fix(0.5411961);
const F_0_765 = fix(0.765366865);
const F_0_899 = fix(0.899976223);
const F_1_175 = fix(1.175875602);
const F_1_501 = fix(1.50132111);
const F_1_847 = fix(1.847759065);
const F_1_961 = fix(1.96157056);
const F_2_053 = fix(2.053119869);
const F_2_562 = fix(2.562915447);
const F_3_072 = fix(3.072711026);

const workspace = new Int32Array(64);

/** One block of `coefficients` (natural order, from `at`) to 8 rows of `stride` samples from `to`. */
export const inverseDct = (
  coefficients: Int16Array,
  at: number,
  quantisation: Uint16Array,
  out: Uint8ClampedArray,
  to: number,
  stride: number,
): void => {
  for (let c = 0; c < 8; c++) {
    const k = at + c;
    const d0 = coefficients[k]! * quantisation[c]!;
    const d1 = coefficients[k + 8]! * quantisation[c + 8]!;
    const d2 = coefficients[k + 16]! * quantisation[c + 16]!;
    const d3 = coefficients[k + 24]! * quantisation[c + 24]!;
    const d4 = coefficients[k + 32]! * quantisation[c + 32]!;
    const d5 = coefficients[k + 40]! * quantisation[c + 40]!;
    const d6 = coefficients[k + 48]! * quantisation[c + 48]!;
    const d7 = coefficients[k + 56]! * quantisation[c + 56]!;
    if ((d1 | d2 | d3 | d4 | d5 | d6 | d7) === 0) {
      const dc = d0 << PASS1;
      for (let r = c; r < 64; r += 8) workspace[r] = dc;
      continue;
    }
    pass(d0, d1, d2, d3, d4, d5, d6, d7, CONST - PASS1, workspace, c, 8);
  }
  for (let r = 0; r < 8; r++) {
    const k = r * 8;
    const row = to + r * stride;
    const d0 = workspace[k]!;
    const d1 = workspace[k + 1]!;
    const d2 = workspace[k + 2]!;
    const d3 = workspace[k + 3]!;
    const d4 = workspace[k + 4]!;
    const d5 = workspace[k + 5]!;
    const d6 = workspace[k + 6]!;
    const d7 = workspace[k + 7]!;
    if ((d1 | d2 | d3 | d4 | d5 | d6 | d7) === 0) {
      out.fill(((d0 + (1 << (PASS1 + 2))) >> (PASS1 + 3)) + 128, row, row + 8);
      continue;
    }
    pass(d0, d1, d2, d3, d4, d5, d6, d7, CONST + PASS1 + 3, workspace, k, 1);
    for (let c = 0; c < 8; c++) out[row + c] = workspace[k + c]! + 128;
  }
};

/** One row or column: eight values, descaled by `shift` with rounding. */
const pass = (
  d0: number,
  d1: number,
  d2: number,
  d3: number,
  d4: number,
  d5: number,
  d6: number,
  d7: number,
  shift: number,
  out: Int32Array,
  at: number,
  step: number,
): void => {
  const round = 1 << (shift - 1);
  const even = (d2 + d6) * F_0_541;
  const e2 = even - d6 * F_1_847;
  const e3 = even + d2 * F_0_765;
  const e0 = ((d0 + d4) << CONST) + round;
  const e1 = ((d0 - d4) << CONST) + round;
  const s0 = e0 + e3;
  const s3 = e0 - e3;
  const s1 = e1 + e2;
  const s2 = e1 - e2;
  const z5 = (d7 + d3 + d5 + d1) * F_1_175;
  const z1 = -(d7 + d1) * F_0_899;
  const z2 = -(d5 + d3) * F_2_562;
  const z3 = z5 - (d7 + d3) * F_1_961;
  const z4 = z5 - (d5 + d1) * F_0_390;
  const o0 = d7 * F_0_298 + z1 + z3;
  const o1 = d5 * F_2_053 + z2 + z4;
  const o2 = d3 * F_3_072 + z2 + z3;
  const o3 = d1 * F_1_501 + z1 + z4;
  out[at] = (s0 + o3) >> shift;
  out[at + 7 * step] = (s0 - o3) >> shift;
  out[at + step] = (s1 + o2) >> shift;
  out[at + 6 * step] = (s1 - o2) >> shift;
  out[at + 2 * step] = (s2 + o1) >> shift;
  out[at + 5 * step] = (s2 - o1) >> shift;
  out[at + 3 * step] = (s3 + o0) >> shift;
  out[at + 4 * step] = (s3 - o0) >> shift;
};
