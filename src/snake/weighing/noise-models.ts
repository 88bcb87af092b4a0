/**
 * Description lengths of the samples of two regions by each noise model, in nats: −ln of the likelihood at the estimates, and
 * ½·ln n for each parameter estimated from n samples. Samples are whole numbers, and all models are densities per unit, so
 * that lengths are comparable.
 */
import { naturalExp } from '../../core/numbers/exponential.js';
import { naturalLog } from '../../core/numbers/logarithm.js';
import { logGamma, type Orders, orderOf } from './log-gamma.js';

/** Histograms of one plane in the two regions, background first: number of pixels per value. */
export type Histograms = readonly [Uint32Array, Uint32Array];

/** The noise models that compete for independent samples. */
const noiseModelNames = ['common', 'gaussian', 'poisson', 'exponential', 'gamma', 'rayleigh', 'categorical'] as const;
/** A noise model that competes. */
export type NoiseModelName = (typeof noiseModelNames)[number];

/** A noise model, its order, and its description length of the samples. */
export interface Described {
  readonly noiseModel: NoiseModelName;
  /** Order of the gamma and Rayleigh distributions. */
  readonly order: number;
  readonly nats: number;
}

/** Bounds of the parameter `order`, and the kernels' steps per unit of it. */
const ORDERS: Orders = { least: 0.25, most: 255, steps: 256 };
const LEAST_VARIANCE = 1 / 12;
const LN_TAU_E = 2.8378770664093453;

interface Moments {
  readonly n: number;
  readonly mean: number;
  readonly square: number;
  readonly variance: number;
  /** Mean of ln z; a zero counts as ¼, the middle of the interval below ½. */
  readonly log: number;
}

/** Cached logarithms of the whole numbers; a zero counts as ¼. */
let logs = Float64Array.of(naturalLog(0.25));

/** At least `count` of these logarithms. */
const logsOf = (count: number): Float64Array => {
  if (logs.length < count) {
    const more = new Float64Array(Math.max(count, 2 * logs.length));
    more.set(logs);
    for (let value = logs.length; value < more.length; value++) more[value] = naturalLog(value);
    logs = more;
  }
  return logs;
};

const momentsOf = (counts: Uint32Array): Moments => {
  const logarithms = logsOf(counts.length);
  let [n, s, q, log] = [0, 0, 0, 0];
  for (let value = 0; value < counts.length; value++) {
    const count = counts[value]!;
    if (count === 0) continue;
    n += count;
    s += count * value;
    q += count * value * value;
    log += count * logarithms[value]!;
  }
  const mean = s / n;
  return { n, mean, square: q / n, variance: Math.max(q / n - mean * mean, LEAST_VARIANCE), log: log / n };
};

/** Gaussian models; the lengths of several planes are added. */
export const describeGaussians = (planes: readonly Histograms[]): readonly Described[] => {
  let [common, own] = [0, 0];
  for (const histograms of planes) {
    const both = histograms.map(momentsOf);
    const n = both.reduce((sum, region) => sum + region.n, 0);
    const variance = both.reduce((sum, region) => sum + (region.n / n) * region.variance, 0);
    common += half(n);
    for (const region of both) {
      common += gaussianLength(region, variance) + half(region.n);
      own += gaussianLength(region, region.variance) + 2 * half(region.n);
    }
  }
  return [
    { noiseModel: 'common', order: 1, nats: common },
    { noiseModel: 'gaussian', order: 1, nats: own },
  ];
};

/** The noise models of counts and of intensities, and, where requested, that of a histogram of `codes` quantiles. */
export const describePlane = (histograms: Histograms, codes?: number): readonly Described[] => {
  const both = histograms.map(momentsOf);
  const n = both.reduce((sum, region) => sum + region.n, 0);
  /** Length with one parameter per region. */
  const length = (of: (region: Moments) => number): number =>
    both.reduce((sum, region) => sum + of(region) + half(region.n), 0);
  /** Mean over the regions of the logarithm of the mean minus the mean logarithm. */
  const gap = (of: (region: Moments) => number): number =>
    both.reduce((sum, region) => sum + (region.n / n) * of(region), 0);
  const found = [...describeGaussians([histograms])];
  if (both.some(({ mean }) => mean === 0)) return found;
  const counts = length(({ n, mean }) => n * mean * (1 - naturalLog(mean))) + logFactorials(histograms);
  found.push({ noiseModel: 'poisson', order: 1, nats: counts });
  found.push({ noiseModel: 'exponential', order: 1, nats: length((region) => gammaLength(region, 1)) });
  const order = orderOf(
    gap(({ mean, log }) => naturalLog(mean) - log),
    ORDERS,
  );
  found.push({ noiseModel: 'gamma', order, nats: length((region) => gammaLength(region, order)) + half(n) });
  const looks = orderOf(
    gap(({ square, log }) => naturalLog(square) - 2 * log),
    ORDERS,
  );
  found.push({
    noiseModel: 'rayleigh',
    order: looks,
    nats: length((region) => rayleighLength(region, looks)) + half(n),
  });
  if (codes !== undefined)
    found.push({ noiseModel: 'categorical', order: 1, nats: codeLength(histograms, both, codes) });
  return found;
};

const half = (n: number): number => naturalLog(n) / 2;

/** −ln of a density in a region, corrected so that it sums to 1 over whole numbers. */
const lengthBy = (region: Moments, mean: number, density: (value: number, log: number) => number): number =>
  region.n * (mean + excess(region, density));

const gaussianLength = (region: Moments, variance: number): number => {
  const constant = (LN_TAU_E - 1 + naturalLog(variance)) / 2;
  const density = (value: number): number => -constant - (value - region.mean) ** 2 / (2 * variance);
  return lengthBy(region, constant + region.variance / (2 * variance), density);
};

const gammaLength = (region: Moments, order: number): number => {
  const { mean, log } = region;
  const constant = logGamma(order) + order * (naturalLog(mean) - naturalLog(order));
  const density = (value: number, ln: number): number => -constant + (order - 1) * ln - (order * value) / mean;
  return lengthBy(region, constant + order - (order - 1) * log, density);
};

/** z has a Rayleigh distribution of order ν where z² has a gamma distribution; dz²/dz = 2z. */
const rayleighLength = (region: Moments, order: number): number => {
  const { square, log } = region;
  const constant = logGamma(order) + order * (naturalLog(square) - naturalLog(order)) - Math.LN2;
  const density = (value: number, ln: number): number =>
    -constant + (2 * order - 1) * ln - (order * value * value) / square;
  return lengthBy(region, constant + order - (2 * order - 1) * log, density);
};

/** Standard deviations beyond which nothing of a density is left, and from which on its sum over whole numbers is its integral. */
const TAIL = 40;
const SMOOTH = 64;

/** ln Σ p(z) over the whole numbers from 0 on: 0 where they take what the density has, no more and no less. */
const excess = ({ mean, variance }: Moments, density: (value: number, log: number) => number): number => {
  // Half of the first term is what the sum of a smooth density has beyond its integral.
  if (variance > SMOOTH * SMOOTH) return naturalExp(density(0, logsOf(1)[0]!)) / 2;
  let sum = 0;
  const last = mean + TAIL * Math.sqrt(variance);
  const logarithms = logsOf(Math.floor(last) + 1);
  // Past the root of the mean square, where every density here falls, what is left of it rounds away once a term is as small.
  const falls = Math.sqrt(mean * mean + variance);
  for (let value = 0; value <= last; value++) {
    const term = naturalExp(density(value, logarithms[value]!));
    sum += term;
    if (value > falls && term < sum * 2 ** -60) break;
  }
  return naturalLog(sum);
};

const logFactorials = (histograms: Histograms): number => {
  let sum = 0;
  for (const counts of histograms) {
    for (let value = 2; value < counts.length; value++) {
      if (counts[value] !== 0) sum += counts[value]! * logGamma(value + 1);
    }
  }
  return sum;
};

/**
 * A density that is constant between quantiles of both regions together. The thresholds, which lie anywhere among the values,
 * and each region's shares are its parameters.
 */
const codeLength = (histograms: Histograms, moments: readonly Moments[], codes: number): number => {
  const n = moments.reduce((sum, region) => sum + region.n, 0);
  const shares = histograms.map(() => 0);
  let [nats, passed, width, bins] = [0, 0, 0, 0];
  let begun = false;
  const last = Math.max(...histograms.map((counts) => counts.findLastIndex((count) => count > 0)));
  for (let value = 0; value <= last; value++) {
    const here = histograms[0][value]! + histograms[1][value]!;
    begun ||= here > 0;
    if (!begun) continue;
    width++;
    passed += here;
    for (const [region, counts] of histograms.entries()) shares[region]! += counts[value]!;
    if (value < last && passed < ((bins + 1) * n) / codes) continue;
    for (const [region, share] of shares.entries()) {
      if (share > 0) nats -= share * (naturalLog(share / moments[region]!.n) - naturalLog(width));
      shares[region] = 0;
    }
    width = 0;
    while (passed >= ((bins + 1) * n) / codes && bins < codes) bins++;
  }
  const perRegion = moments.reduce((sum, region) => sum + half(region.n), 0);
  return nats + (codes - 1) * (perRegion + half(n));
};
