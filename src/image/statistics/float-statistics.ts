/** Statistics of floating samples: sums in doubles, in the order of the pixels. */

import { eachPair } from '../../core/geometry/pairs.js';
import { type ContourSpans, runsOn } from '../../core/geometry/scanline.js';
import { TimeSlice } from '../../core/yielding.js';
import type { Samples } from '../samples.js';
import type { BandStatistics, RegionStatistics } from './statistics.js';

interface FloatSamples extends Samples {
  readonly data: Float32Array;
}

/** Statistics of each band; pixels without data are left out. */
export const floatStatistics = async (samples: FloatSamples, inside: ContourSpans): Promise<RegionStatistics> => {
  const { width, height, bands, data, missing } = samples;
  // n, Σ(v − first), Σ(v − first)² of each region and band: shifting keeps the squares small.
  const sums = new Float64Array(2 * bands * 3);
  const first = Array.from({ length: bands }, (_, band) => (Number.isFinite(data[band]) ? data[band]! : 0));
  const slice = new TimeSlice();
  const add = (row: number, from: number, to: number, region: number): void => {
    for (let band = 0; band < bands; band++) {
      const shift = first[band]!;
      const at = (region * bands + band) * 3;
      let n = sums[at]!;
      let s = sums[at + 1]!;
      let q = sums[at + 2]!;
      for (let pixel = row * width + from; pixel < row * width + to; pixel++) {
        if (missing !== undefined && missing[pixel] !== 0) continue;
        const v = data[pixel * bands + band]! - shift;
        n++;
        s += v;
        q += v * v;
      }
      sums[at] = n;
      sums[at + 1] = s;
      sums[at + 2] = q;
    }
  };
  for (let row = 0; row < height; row++) {
    let column = 0;
    eachPair(runsOn(inside, row), (from, end) => {
      add(row, column, from, 1);
      add(row, from, end, 0);
      column = end;
    });
    add(row, column, width, 1);
    if (slice.spent) await slice.renew();
  }
  const statistics = (region: number): readonly BandStatistics[] =>
    first.map((shift, band) => {
      const at = (region * bands + band) * 3;
      const pixels = sums[at]!;
      const mean = sums[at + 1]! / pixels;
      return { pixels, mean: mean + shift, deviation: Math.sqrt(Math.max(0, sums[at + 2]! / pixels - mean * mean)) };
    });
  return { inside: statistics(0), outside: statistics(1) };
};
