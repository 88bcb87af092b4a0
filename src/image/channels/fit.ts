/** Makes a channel's transform from the pixels of a domain. */

import { later } from '../../core/later.js';
import type { Samples } from '../samples.js';
import { principalAxes } from './jacobi.js';
import type { ChannelName } from './names.js';
import { momentsOf, rangeOf, rangesOf, stretch, thinned, weighted } from './statistics.js';
import { type Affine, type AffinePlane, bitsOf, type Transform } from './transform.js';

// Most runs need neither: codes are for the categorical model, logarithms for searches and for channels that a person chose.
const codes = later(() => import('./fit-codes.js'));
const logarithms = later(() => import('./fit-logarithms.js'));

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
      return (await logarithms.load()).absorbance(samples, [1, 1, 1], name.kind);
    case 'stain':
      return (await logarithms.load()).ofStain(samples, name.stain);
    case 'decibel':
      return (await logarithms.load()).logarithm(samples, name.band, undefined, signal);
    case 'ratio':
      return (await logarithms.load()).logarithm(samples, name.band, name.over, signal);
    case 'palette':
      return (await codes.load())[bands === 1 ? 'quantiles' : 'palette'](samples, name.codes, signal);
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

const principal = async (domain: Samples, { bits, signal }: FitOptions): Promise<Affine> => {
  const depth = bits ?? (bitsOf(domain.data) === 8 ? 8 : 16);
  const samples = thinned(domain);
  const { covariance } = await momentsOf(samples, signal);
  const { values, vectors } = principalAxes(covariance);
  const negligible = values.findIndex((value, k) => k > 0 && value <= values[0]! * NEGLIGIBLE);
  const axes = vectors.slice(0, Math.min(MOST_AXES, negligible < 0 ? values.length : negligible));
  const ranges = await rangesOf(samples, axes, signal);
  const planes = axes.map((weights, k): AffinePlane => {
    const { least, most } = ranges[k]!;
    const margin = samples === domain ? 0 : (most - least) * MARGIN;
    const range = { least: least - margin, most: most + margin };
    return { weights, offset: range.least, scale: stretch(range, depth === 8 ? 255 : 65535) };
  });
  return { kind: 'affine', bits: depth, planes };
};
