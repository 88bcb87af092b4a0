/**
 * The criterion of a partition, in whole numbers (ALGORITHMS A.3, A.7). Energies are in half bits with 44 fraction
 * bits: E = 2·J / ln 2 · 2⁴⁴, so that a Gaussian region is N·log2(variance) without a factor. Lower is better.
 *
 * Sums over a region fit 64 bits for at most 2³² pixels of 16 bits, energies fit 128 bits.
 */

import { FRACTION_BITS, LOG2E_Q44, log2Q44 } from '../../core/numbers/fixed-log2.js';
import { readSigned, readWide } from '../../core/numbers/wide.js';
import { domainOffset, Extra, G, Model } from '../kernels/shared/layout.js';

/** Worse than any partition; the energy of an impossible candidate. */
export const WORST = (1n << 127n) - 1n;

/** Parameters of a region's energy, in addition to its moments. */
export interface NoiseModel {
  readonly model: number;
  readonly planes: number;
  readonly codes: number;
  /** With 8 fraction bits. */
  readonly order: bigint;
  readonly contourWeight: bigint;
  readonly minimumPixels: number;
  readonly polarity: number;
  readonly moments: number;
  /** Weight of the last plane; unless it is 0, that plane is a prior, not data. See `G.priorWeight`. */
  readonly priorWeight: bigint;
  /** Weight per pixel of the ring's length; see `G.lengthWeight`. */
  readonly lengthWeight: bigint;
}

/** Reads the noise model from the words of `geometry`. */
export const noiseModelOf = (geometry: Uint32Array): NoiseModel => ({
  model: geometry[G.model]!,
  planes: geometry[G.planes]! - (geometry[G.priorWeight] === 0 ? 0 : 1),
  codes: geometry[G.codes]!,
  order: BigInt(geometry[G.order]!),
  contourWeight: BigInt(geometry[G.contourWeight]!),
  minimumPixels: geometry[G.minimumPixels]!,
  polarity: geometry[G.polarity]!,
  moments: geometry[G.moments]!,
  priorWeight: BigInt(geometry[G.priorWeight]!),
  lengthWeight: BigInt(geometry[G.lengthWeight]!),
});

const log2 = (value: bigint): bigint => log2Q44(value);
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** E of one region; `m` holds its moments: N, then S and Q of each plane, or the counts. N ≥ 1. */
export const regionEnergy = (noise: NoiseModel, m: readonly bigint[]): bigint => {
  const n = m[0]!;
  const logN = log2(n);
  let energy = 0n;
  if (noise.model === Model.categorical) {
    energy = n * logN;
    for (let b = 1; b <= noise.codes; b++) if (m[b]! > 0n) energy -= m[b]! * log2(m[b]!);
    return 2n * energy + BigInt(noise.codes - 1) * logN;
  }
  for (let plane = 0; plane < noise.planes; plane++) {
    const s = m[1 + 2 * plane]!;
    const q = m[2 + 2 * plane]!;
    switch (noise.model) {
      case Model.gaussian:
      case Model.common:
        // 12 times the variance, which is at least 1/12: samples are whole numbers.
        energy += n * (log2(larger(12n * (n * q - s * s), n * n)) - 2n * logN);
        break;
      case Model.poisson:
        if (s > 0n) energy += 2n * s * (logN - log2(s));
        break;
      case Model.gamma:
        energy += (2n * noise.order * n * (log2(larger(2n * s, n)) - logN)) >> 8n;
        break;
      case Model.rayleigh:
        energy += (2n * noise.order * n * (log2(larger(2n * q, n)) - logN)) >> 8n;
        break;
      case Model.bernoulli:
        if (s > 0n) energy -= 2n * s * (log2(s) - logN);
        if (s < n) energy -= 2n * (n - s) * (log2(n - s) - logN);
        break;
    }
  }
  return energy;
};

/**
 * E of both regions when they share their variance (ALGORITHMS A.3, second row), N·log2(variance) in all: with
 * V = N_T·N_B·Q − N_B·S_T² − N_T·S_B², which is N_T·N_B·N times the variance and fits 128 bits for 2³⁰ pixels.
 */
const commonEnergy = (noise: NoiseModel, target: readonly bigint[], background: readonly bigint[]): bigint => {
  const n = target[0]!;
  const m = background[0]!;
  const logs = log2(n) + log2(m) + log2(n + m);
  let energy = 0n;
  for (let plane = 0; plane < noise.planes; plane++) {
    const s = target[1 + 2 * plane]!;
    const t = background[1 + 2 * plane]!;
    const spread = n * m * (target[2 + 2 * plane]! + background[2 + 2 * plane]!) - m * s * s - n * t * t;
    energy += (n + m) * (log2(larger(12n * spread, n * m * (n + m))) - logs);
  }
  return energy;
};

/** Free parameters of a region's noise model, each of which costs ½·ln N; the categorical model counts its own. */
const parametersOf = (noise: NoiseModel): bigint =>
  noise.model === Model.categorical ? 0n : BigInt(noise.planes * (noise.model === Model.gaussian ? 2 : 1));

/**
 * Description length of a closed polygon of k vertices with Σ|dx| and Σ|dy| as the totals give them (Galland, Bertaux and
 * Réfrégier 2003; ALGORITHMS A.3): ln N + 2 ln k + k·(2 ln 2e + ln m_x m_y), mean steps at least ½; in energy units, weighted.
 */
const contourLength = (noise: NoiseModel, pixels: bigint, { vertices: k, dx, dy }: Totals): bigint => {
  const steps = log2(larger(2n * dx, k)) + log2(larger(2n * dy, k)) - 2n * log2(2n * k);
  const length = 2n * log2(pixels) + 4n * log2(k) + k * ((4n << BigInt(FRACTION_BITS)) + 4n * LOG2E_Q44 + 2n * steps);
  return (noise.contourWeight * length) >> 8n;
};

/** A row of totals as whole numbers. */
export interface Totals {
  readonly moments: readonly bigint[];
  readonly vertices: bigint;
  readonly dx: bigint;
  readonly dy: bigint;
  /** Length of the ring, in 2⁻⁸ pixels. */
  readonly length: bigint;
}

/** Reads `count` sums of 64 bits from word `at` on: the number of pixels is signed, the others are unsigned. */
export const readMoments = (words: Uint32Array, at: number, count: number): bigint[] => {
  // N is a difference of sums and may temporarily be negative; the squares of a large domain use all 64 bits.
  return Array.from({ length: count }, (_, i) => (i === 0 ? readSigned : readWide)(words, at + 2 * i, 2));
};

/** Reads a row of totals from word `at` on. */
export const readTotals = (words: Uint32Array, at: number, moments: number): Totals => {
  const extra = at + 2 * moments;
  return {
    moments: readMoments(words, at, moments),
    vertices: BigInt(words[extra + Extra.vertices]!),
    dx: BigInt(words[extra + Extra.dx]!),
    dy: BigInt(words[extra + Extra.dy]!),
    length: BigInt(words[extra + Extra.length]!),
  };
};

/**
 * True where either region is too small, where a sum exceeds the domain's (a ring that crosses itself may count
 * pixels twice or negatively), or where the target has the wrong polarity.
 */
const impossible = (noise: NoiseModel, target: readonly bigint[], background: readonly bigint[]): boolean => {
  const least = BigInt(noise.minimumPixels);
  if (target[0]! < least || background[0]! < least) return true;
  if (background.some((value) => value < 0n)) return true;
  if (noise.polarity === 0) return false;
  // mean(T) > mean(B), cross-multiplied: S < 2⁴⁸, N ≤ 2³².
  const brighter = target[1]! * background[0]! > background[1]! * target[0]!;
  const darker = target[1]! * background[0]! < background[1]! * target[0]!;
  return noise.polarity === 1 ? !brighter : !darker;
};

/** Energy of the partition whose target has these totals, in a domain with moments `all`. */
export const partitionEnergy = (noise: NoiseModel, totals: Totals, all: readonly bigint[]): bigint => {
  const background = all.map((value, i) => value - totals.moments[i]!);
  if (impossible(noise, totals.moments, background)) return WORST;
  const regions =
    noise.model === Model.common
      ? commonEnergy(noise, totals.moments, background)
      : regionEnergy(noise, totals.moments) + regionEnergy(noise, background);
  const energy = regions + ((noise.lengthWeight * totals.length) << 24n);
  if (noise.priorWeight === 0n) return energy;
  const prior = totals.moments[1 + 2 * noise.planes]! - 128n * totals.moments[0]!;
  return energy - ((noise.priorWeight * prior) << 32n);
};

/** Description length Δ of the same partition: energies, the noise models' parameters, and the contour. */
export const descriptionLength = (noise: NoiseModel, totals: Totals, all: readonly bigint[]): bigint => {
  const energy = partitionEnergy(noise, totals, all);
  if (energy === WORST) return WORST;
  const n = totals.moments[0]!;
  const rest = all[0]! - n;
  return energy + parametersOf(noise) * (log2(n) + log2(rest)) + contourLength(noise, all[0]!, totals);
};

/** Description length of the whole domain as one region, in energy units: a contour is meaningful only if its own is below this. */
export const wholeLength = (noise: NoiseModel, all: readonly bigint[]): bigint =>
  regionEnergy(noise, all) + parametersOf(noise) * log2(all[0]!);

/** The domain's moments in the state of a contour, from word `base` on. */
export const stateDomain = (noise: NoiseModel, state: Uint32Array, base: number): bigint[] =>
  readMoments(state, base + domainOffset(noise.moments), noise.moments);

/** J in nats from an energy; infinite where there is no partition. */
export const nats = (energy: bigint): number =>
  energy === WORST ? Number.POSITIVE_INFINITY : (Number(energy) / 2 ** (FRACTION_BITS + 1)) * Math.LN2;
