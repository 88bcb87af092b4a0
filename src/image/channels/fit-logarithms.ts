/** Makes the transforms that take logarithms, from the pixels of a domain. */

import { SegmenterError } from '../../core/errors.js';
import { naturalLog } from '../../core/numbers/logarithm.js';
import { because } from '../../core/reasons.js';
import type { Samples } from '../samples.js';
import { type Stain, stainWeights } from './stains.js';
import { rangeOf, stretch } from './statistics.js';
import { bitsOf, type Transform } from './transform.js';

/** Density of a stain. */
export const ofStain = (samples: Samples, stain: Stain): Transform => absorbance(samples, stainWeights(stain), stain);

/** Weighted sum of the densities of red, green and blue. */
export const absorbance = (
  samples: Samples,
  weights: readonly [number, number, number],
  channel: string,
): Transform => {
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

/** Logarithm of a band, or of the ratio of two. */
export const logarithm = async (
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
