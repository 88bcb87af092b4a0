/**
 * Means and standard deviations of the image's own samples inside and outside a ring, independent of the model's input. Those of
 * integers come from exact sums, and so do not depend on the order of summation.
 */

import { eachPair } from '../../core/geometry/pairs.js';
import { type ContourSpans, runsOn } from '../../core/geometry/scanline.js';
import { TimeSlice } from '../../core/yielding.js';
import type { Samples } from '../samples.js';
import { floatStatistics } from './float-statistics.js';
import type { BandStatistics, RegionStatistics } from './statistics.js';

/** Moments of one region: N, then Σv and Σv² of each band. */
export type Moments = readonly bigint[];

/** `Inside mean`, `Inside std dev` and the same of outside, of each band where there are several. Not finite where a side has no pixel. */
export const namedStatistics = ({ inside, outside }: RegionStatistics): Record<string, number> => {
  const named: Record<string, number> = {};
  for (const [band, statistics] of inside.entries()) {
    const suffix = inside.length > 1 ? ` band ${band + 1}` : '';
    named[`Inside mean${suffix}`] = statistics.mean;
    named[`Inside std dev${suffix}`] = statistics.deviation;
    named[`Outside mean${suffix}`] = outside[band]!.mean;
    named[`Outside std dev${suffix}`] = outside[band]!.deviation;
  }
  return named;
};

/** Statistics of each band, from its exact sums. */
export const statisticsOf = (moments: Moments): readonly BandStatistics[] => {
  const n = moments[0]!;
  return Array.from({ length: (moments.length - 1) / 2 }, (_, band) => {
    const s = moments[1 + 2 * band]!;
    const q = moments[2 + 2 * band]!;
    const variance = Number(n * q - s * s) / Number(n * n);
    return { pixels: Number(n), mean: Number(s) / Number(n), deviation: Math.sqrt(variance) };
  });
};

/** Exact sums over rows of whole-number samples. */
export interface RowSummer {
  /** Adds a row: its samples, its flags where some pixels have no data, and the runs of the target as `runsOn` gives them. */
  add(row: Uint8Array | Uint16Array, missing: Uint8Array | undefined, runs: readonly number[]): void;
  of(region: 'target' | 'background'): Moments;
  free(): void;
}

/** Makes a summer for rows of this many bytes; `undefined` where that is not possible. */
export type MakeSummer = (rowBytes: number, bands: number) => RowSummer | undefined;

/**
 * Statistics of each band; pixels without data are left out.
 * @param make a faster summer, which gives the same sums
 */
export const regionStatistics = async (
  samples: Samples,
  inside: ContourSpans,
  make?: MakeSummer,
): Promise<RegionStatistics> => {
  const { data } = samples;
  if (data instanceof Float32Array) return floatStatistics({ ...samples, data }, inside);
  const { target, background } = await regionMoments({ ...samples, data }, inside, make);
  return { inside: statisticsOf(target), outside: statisticsOf(background) };
};

/** Samples of 8 or 16 bits. */
export interface IntegerSamples extends Samples {
  readonly data: Uint8Array | Uint16Array;
}

/** Exact sums over the pixels with data. */
export const regionMoments = async (
  samples: IntegerSamples,
  inside: ContourSpans,
  make?: MakeSummer,
): Promise<{ readonly target: Moments; readonly background: Moments }> => {
  const { width, height, bands, data, missing } = samples;
  const summer = make?.(width * bands * data.BYTES_PER_ELEMENT, bands) ?? new Summer(bands);
  const slice = new TimeSlice();
  try {
    for (let row = 0; row < height; row++) {
      const line = data.subarray(row * width * bands, (row + 1) * width * bands);
      summer.add(line, missing?.subarray(row * width, (row + 1) * width), runsOn(inside, row));
      if (slice.spent) await slice.renew();
    }
    return { target: summer.of('target'), background: summer.of('background') };
  } finally {
    summer.free();
  }
};

class Summer implements RowSummer {
  readonly #sums: { readonly target: bigint[]; readonly background: bigint[] };

  constructor(private readonly bands: number) {
    const none = (): bigint[] => Array.from({ length: 1 + 2 * bands }, () => 0n);
    this.#sums = { target: none(), background: none() };
  }

  add(row: Uint8Array | Uint16Array, missing: Uint8Array | undefined, runs: readonly number[]): void {
    const width = row.length / this.bands;
    let column = 0;
    eachPair(runs, (from, end) => {
      this.#run(row, missing, column, from, this.#sums.background);
      this.#run(row, missing, from, end, this.#sums.target);
      column = end;
    });
    this.#run(row, missing, column, width, this.#sums.background);
  }

  of(region: 'target' | 'background'): Moments {
    return this.#sums[region];
  }

  free(): void {}

  /** Below 2⁵³ for 65,535 pixels of 16 bits. */
  #run(row: Uint8Array | Uint16Array, missing: Uint8Array | undefined, from: number, to: number, sums: bigint[]): void {
    const { bands } = this;
    for (let band = 0; band < bands; band++) {
      let [n, s, q] = [0, 0, 0];
      for (let pixel = from; pixel < to; pixel++) {
        if (missing?.[pixel]) continue;
        const v = row[pixel * bands + band]!;
        n++;
        s += v;
        q += v * v;
      }
      if (band === 0) sums[0]! += BigInt(n);
      sums[1 + 2 * band]! += BigInt(s);
      sums[2 + 2 * band]! += BigInt(q);
    }
  }
}
