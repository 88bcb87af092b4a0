/**
 * Speeds from the statistics of the two regions, in fixed point. Samples are on a 16-bit scale (8-bit ones times 256), so
 * that the same ranges hold for both:
 *
 *   Chan–Vese  (z − c_out)² − (z − c_in)² = (c_in − c_out)(2z − c_in − c_out), means to 1/256
 *   Gaussian   2·ln(p_in/p_out) = ln(v_out/v_in) + (z − c_out)²/v_out − (z − c_in)²/v_in, means to 1, variances to 1/16
 *   common     the same with one variance for both, that of all samples about their region's mean
 *   gamma      ln(p_in/p_out)/ν = ln(μ_out/μ_in) + z/μ_out − z/μ_in, means to 1/256
 *
 * Terms have 12 fraction bits and are clamped at 2^26. These are the noise models of the snake's criterion with the same names.
 * `level_set_speed_table.wgsl` computes the same in 32-bit limbs.
 */
import { log2Q12 } from '../../core/numbers/fixed-log2.js';
import { readWide } from '../../core/numbers/wide.js';
import type { MomentWords } from './moments.js';
import { regionWords } from './moments.js';

/** Means and variances of both regions in fixed point. */
export interface NoiseModel {
  /** Means on the 16-bit scale, 8 fraction bits: below 2^24. 0 where a region is empty. */
  readonly meanIn: number;
  readonly meanOut: number;
  /** Variances about the mean rounded to 1, 4 fraction bits: below 2^36. */
  readonly varianceIn: number;
  readonly varianceOut: number;
  /** ln of the ratio outside/inside of the variances (Gaussian) or means (gamma), 12 fraction bits. */
  readonly logRatio: number;
  /** Both regions have cells. */
  readonly valid: boolean;
}

/** The largest term of a speed: sums over 16 bands fit 32 bits. */
export const CAP = 2 ** 26;

/** ln 2 ≈ 11357/2^14. |difference| < 2^18 at 12 fraction bits, so the product fits 32 bits. */
const natural = (log2Difference: number): number => (log2Difference * 11357) >> 14;

interface Region {
  readonly n: bigint;
  readonly sum: bigint;
  readonly squares: bigint;
}

const meanOf = ({ n, sum }: Region, shift: bigint): bigint => (sum << (shift + 8n)) / n;

/** Sum of squares about the mean rounded to 1. */
const secondOf = (region: Region, shift: bigint): bigint => {
  const { n, sum, squares } = region;
  const centre = (meanOf(region, shift) + 128n) >> 8n;
  return (squares << (2n * shift)) - 2n * centre * (sum << shift) + n * centre * centre;
};

const varianceOf = (second: bigint, n: bigint, shift: bigint): bigint => {
  // Samples are rounded to ±½ of their unit: no variance is below 1/12 of its square.
  const least = (1n << (4n + 2n * shift)) / 12n;
  const variance = (second << 4n) / n;
  return variance > least ? variance : least;
};

/** The noise model of a band from the moments of the regions. */
export const noiseModelOf = (
  kind: AdaptiveKind,
  moments: MomentWords,
  band: number,
  bands: number,
  values: 256 | 65536,
): NoiseModel => {
  const stride = regionWords(bands);
  const shift = values === 256 ? 8n : 0n;
  const at = 1 + 4 * band;
  const inside: Region = {
    n: BigInt(moments[0]!),
    sum: readWide(moments, at, 2),
    squares: readWide(moments, at + 2, 2),
  };
  const outside: Region = {
    n: BigInt(moments[stride]!) - inside.n,
    sum: readWide(moments, stride + at, 2) - inside.sum,
    squares: readWide(moments, stride + at + 2, 2) - inside.squares,
  };
  if (inside.n === 0n || outside.n === 0n) {
    return { meanIn: 0, meanOut: 0, varianceIn: 0, varianceOut: 0, logRatio: 0, valid: false };
  }
  const [meanIn, meanOut] = [Number(meanOf(inside, shift)), Number(meanOf(outside, shift))];
  if (kind === 'common') {
    const second = secondOf(inside, shift) + secondOf(outside, shift);
    const variance = Number(varianceOf(second, inside.n + outside.n, shift));
    return { meanIn, meanOut, varianceIn: variance, varianceOut: variance, logRatio: 0, valid: true };
  }
  const variance = kind === 'gaussian';
  const varianceIn = variance ? Number(varianceOf(secondOf(inside, shift), inside.n, shift)) : 0;
  const varianceOut = variance ? Number(varianceOf(secondOf(outside, shift), outside.n, shift)) : 0;
  const logRatio = variance
    ? natural(log2Q12(varianceOut) - log2Q12(varianceIn))
    : natural(log2Q12(Math.max(1, meanOut)) - log2Q12(Math.max(1, meanIn)));
  return { meanIn, meanOut, varianceIn, varianceOut, logRatio, valid: true };
};

/** Quotients below are of integers under 2^53, so the floored double is exact. */
export const speedEntry = (kind: AdaptiveKind, noise: NoiseModel, value: number, values: 256 | 65536): number => {
  if (!noise.valid) return 0;
  const z = values === 256 ? value * 256 : value;
  const { meanIn, meanOut, varianceIn, varianceOut, logRatio } = noise;
  if (kind === 'chan-vese') {
    const product = (512 * z - meanIn - meanOut) * (meanIn - meanOut);
    return Math.sign(product) * Math.ceil(Math.abs(product) / 2 ** 24);
  }
  if (kind === 'gaussian' || kind === 'common') {
    return logRatio + ratio(squaredDistance(z, meanOut), varianceOut) - ratio(squaredDistance(z, meanIn), varianceIn);
  }
  return logRatio + share(z, meanOut) - share(z, meanIn);
};

const squaredDistance = (z: number, mean: number): number => (z - ((mean + 128) >> 8)) ** 2;
const ratio = (squared: number, variance: number): number => Math.min(CAP, Math.floor((squared * 65536) / variance));
const share = (z: number, mean: number): number => Math.min(CAP, Math.floor((z * 2 ** 20) / Math.max(1, mean)));

/** Kinds of speed that follow the statistics of the regions. */
export const adaptiveKinds = ['chan-vese', 'gaussian', 'gamma', 'common'] as const;
/** A kind of speed that follows the statistics of the regions. */
export type AdaptiveKind = (typeof adaptiveKinds)[number];
