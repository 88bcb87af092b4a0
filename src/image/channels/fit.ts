/** Makes a channel's transform from the pixels of a domain. */

import { SegmenterError } from '../../core/errors.js';
import { naturalLog } from '../../core/numbers/logarithm.js';
import { because } from '../../core/reasons.js';
import { yielding } from '../../core/yielding.js';
import type { Samples } from '../samples.js';
import { cellsIn } from './cells.js';
import { principalAxes } from './jacobi.js';
import type { ChannelName } from './names.js';
import { CELL_COUNT, paletteOf } from './palette.js';
import { stainWeights } from './stains.js';
import { isMissing, momentsOf, type Range, rangeOf, thinned, weighted } from './statistics.js';
import { type Affine, type AffinePlane, bitsOf, type Transform } from './transform.js';

/** Most planes that `principal` makes. */
const MOST_AXES = 8;
/** An axis with less than this share of the largest variance is rounding noise. */
const NEGLIGIBLE = 1e-12;
/** Margin on both sides of an axis for pixels that are not in the thinned domain. */
const MARGIN = 1 / 64;

/** Options of the fitting of a channel. */
export interface FitOptions {
  /** Bits of the planes of `principal`; 8 for 8-bit samples, else 16. */
  readonly bits?: 8 | 16;
  readonly signal?: AbortSignal;
}

/** Fits a channel on samples. Rejects with `bad-parameter` where they lack its bands, or with `AbortError`. */
export const fit = async (samples: Samples, name: ChannelName, options: FitOptions): Promise<Transform> => {
  const { bands, data } = samples;
  const { signal } = options;
  const float = data instanceof Float32Array;
  const all = Array.from({ length: bands }, (_, band) => band);
  switch (name.kind) {
    case 'luminance':
      if (bands < 3) return fit(samples, { kind: 'band', band: 0 }, options);
      return float ? linear(samples, [all.map((band) => [0.299, 0.587, 0.114][band] ?? 0)], signal) : { kind: 'luma' };
    case 'band':
      return float ? linear(samples, [unit(bands, name.band)], signal) : { kind: 'bands', bands: [name.band] };
    case 'bands':
      return float
        ? linear(
            samples,
            all.map((band) => unit(bands, band)),
            signal,
          )
        : { kind: 'bands', bands: all };
    case 'principal':
      return bands === 1 ? fit(samples, { kind: 'band', band: 0 }, options) : principal(samples, options);
    case 'optical-density':
      return absorbance(samples, [1, 1, 1], name.kind);
    case 'stain':
      return absorbance(samples, stainWeights(name.stain), name.stain);
    case 'decibel':
      return logarithm(samples, name.band, undefined, signal);
    case 'ratio':
      return logarithm(samples, name.band, name.over, signal);
    case 'palette':
      return bands === 1 ? quantiles(samples, name.codes, signal) : palette(samples, name.codes, signal);
  }
};

/** Whether the result of `fit` does not depend on the values of the samples. */
export const isFixed = ({ bands, data }: Samples, { kind }: ChannelName): boolean =>
  !(data instanceof Float32Array) &&
  (kind === 'luminance' || kind === 'band' || kind === 'bands' || (kind === 'principal' && bands === 1));

const unit = (bands: number, band: number): number[] => Array.from({ length: bands }, (_, c) => (c === band ? 1 : 0));

/**
 * Linear quantisation to 16 bits. Integers that fit are not changed. Zero stays zero where the values allow it,
 * because the noise models of counts and of speckle have no offset.
 */
const linear = async (
  samples: Samples,
  planes: readonly (readonly number[])[],
  signal: AbortSignal | undefined,
): Promise<Affine> => {
  const fitted: AffinePlane[] = [];
  for (const weights of planes) {
    const { least, most, whole } = await rangeOf(samples, weighted(samples, weights), signal);
    if (whole && least >= 0 && most <= 65535) fitted.push({ weights, offset: 0, scale: 1 });
    else {
      const offset = least >= 0 && most - least >= most / 16 ? 0 : least;
      fitted.push({ weights, offset, scale: stretch({ least: offset, most }, 65535) });
    }
  }
  return { kind: 'affine', bits: 16, planes: fitted };
};

const stretch = ({ least, most }: Pick<Range, 'least' | 'most'>, top: number): number =>
  most > least ? top / (most - least) : 0;

const principal = async (domain: Samples, { bits, signal }: FitOptions): Promise<Affine> => {
  const depth = bits ?? (bitsOf(domain.data) === 8 ? 8 : 16);
  const samples = thinned(domain);
  const { covariance } = await momentsOf(samples, signal);
  const { values, vectors } = principalAxes(covariance);
  const planes: AffinePlane[] = [];
  for (let k = 0; k < Math.min(values.length, MOST_AXES); k++) {
    if (k > 0 && values[k]! <= values[0]! * NEGLIGIBLE) break;
    const weights = vectors[k]!;
    const { least, most } = await rangeOf(samples, weighted(samples, weights), signal);
    const margin = samples === domain ? 0 : (most - least) * MARGIN;
    const range = { least: least - margin, most: most + margin };
    planes.push({ weights, offset: range.least, scale: stretch(range, depth === 8 ? 255 : 65535) });
  }
  return { kind: 'affine', bits: depth, planes };
};

const absorbance = (samples: Samples, weights: readonly [number, number, number], channel: string): Transform => {
  const bits = bitsOf(samples.data);
  if (bits === 32)
    throw new SegmenterError('bad-parameter', {
      name: 'channel',
      value: channel,
      wanted: because(
        'needs-white',
      )`it needs 8- or 16-bit samples whose largest value is white; use principal or band:N`,
    });
  const white = bits === 8 ? 255 : 65535;
  const most = naturalLog(white + 1);
  let offset = 0;
  let top = 0;
  for (const weight of weights) {
    if (weight < 0) offset += weight * most;
    else top += weight * most;
  }
  return { kind: 'absorbance', weights, white, offset, scale: stretch({ least: offset, most: top }, 65535) };
};

const logarithm = async (
  samples: Samples,
  band: number,
  over: number | undefined,
  signal: AbortSignal | undefined,
): Promise<Transform> => {
  const { data, bands } = samples;
  const value = (pixel: number): number => {
    const v = data[pixel * bands + band]!;
    const w = over === undefined ? 1 : data[pixel * bands + over]!;
    return v > 0 && w > 0 ? v / w : Number.NaN;
  };
  const { least, most } = await rangeOf(samples, value, signal);
  const range = { least: naturalLog(least), most: naturalLog(most) };
  return {
    kind: 'logarithm',
    band,
    ...(over === undefined ? {} : { over }),
    offset: range.least,
    scale: stretch(range, 65535),
  };
};

const palette = async (domain: Samples, codes: number, signal: AbortSignal | undefined): Promise<Transform> => {
  const samples = thinned(domain);
  const { means, covariance } = await momentsOf(samples, signal);
  const { values, vectors } = principalAxes(covariance);
  // Eight standard deviations of the first axis span the 256 steps of each, so that distances keep their proportions.
  const spread = 8 * Math.sqrt(values[0]!);
  const scale = spread > 0 ? 256 / spread : 0;
  const planes = vectors.slice(0, 3).map((weights) => {
    const middle = weights.reduce((sum, weight, c) => sum + weight * means[c]!, 0);
    return { weights, offset: middle - spread / 2, scale };
  });
  const axes: Affine = { kind: 'affine', bits: 8, planes };
  const histogram = new Uint32Array(CELL_COUNT);
  const cellsOf = cellsIn(samples, axes);
  for await (const [from, to] of yielding(samples.width * samples.height, signal)) {
    const cells = cellsOf(from, to);
    for (let i = from; i < to; i++) if (!isMissing(samples, i)) histogram[cells[i - from]!]!++;
  }
  return { kind: 'palette', axes, centres: await paletteOf(histogram, codes, signal) };
};

const quantiles = async (domain: Samples, codes: number, signal: AbortSignal | undefined): Promise<Transform> => {
  const samples = thinned(domain);
  const { data } = samples;
  const { least, most, whole } = await rangeOf(samples, (pixel) => data[pixel]!, signal);
  const exact = whole && most - least < 65536;
  const step = exact ? 1 : (most - least) / 65535;
  const histogram = new Uint32Array(65536);
  let count = 0;
  for await (const [from, to] of yielding(samples.width * samples.height, signal)) {
    for (let i = from; i < to; i++) {
      if (isMissing(samples, i)) continue;
      count++;
      histogram[Math.min(65535, Math.floor((data[i]! - least) / step))]!++;
    }
  }
  // The k-th threshold is the first value with at least k/codes of the pixels below it.
  const thresholds = new Set<number>();
  let below = 0;
  let k = 1;
  for (let bin = 0; bin < 65536; bin++) {
    if (histogram[bin] === 0) continue;
    while (k < codes && below * codes >= k * count) {
      thresholds.add(least + bin * step);
      k++;
    }
    below += histogram[bin]!;
  }
  return { kind: 'quantiles', band: 0, thresholds: [...thresholds] };
};
