/** Makes the transforms that give codes, from the pixels of a domain. */

import { yielding } from '../../core/yielding.js';
import type { Samples } from '../samples.js';
import { cellsIn } from './cells.js';
import { principalAxes } from './jacobi.js';
import { CELL_COUNT, paletteOf } from './palette.js';
import { isMissing, momentsOf, rangeOf, thinned } from './statistics.js';
import type { Affine, Transform } from './transform.js';

/** A palette of colours. */
export const palette = async (domain: Samples, codes: number, signal: AbortSignal | undefined): Promise<Transform> => {
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

/** Thresholds that leave as many pixels of a band between them as ties allow. */
export const quantiles = async (
  domain: Samples,
  codes: number,
  signal: AbortSignal | undefined,
): Promise<Transform> => {
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
