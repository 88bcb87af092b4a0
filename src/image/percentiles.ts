/** Percentiles of a band's pixels, by counting where the values are integers. */
import type { Samples } from './samples.js';

/**
 * Percentiles of the pixels that hold data, are finite and, where `positive`, above 0: in ascending order, those whose rank is
 * nearest to each percentage (0 to 100) of the last rank; none where there is no such pixel.
 */
export const percentilesOf = (
  samples: Samples,
  band: number,
  percentages: readonly number[],
  positive: boolean,
): readonly number[] | undefined =>
  samples.data instanceof Float32Array
    ? bySorting(samples, samples.data, band, percentages, positive)
    : byCounting(samples, samples.data, band, percentages, positive);

const rankOf = (percentage: number, count: number): number => Math.round((percentage / 100) * (count - 1));

const byCounting = (
  { bands, missing }: Samples,
  data: Uint8Array | Uint16Array,
  band: number,
  percentages: readonly number[],
  positive: boolean,
): readonly number[] | undefined => {
  const counts = new Uint32Array(data instanceof Uint8Array ? 256 : 65536);
  for (let at = band, i = 0; at < data.length; at += bands, i++) {
    if (missing?.[i] !== 1) counts[data[at]!]!++;
  }
  if (positive) counts[0] = 0;
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count === 0) return undefined;
  return percentages.map((percentage) => {
    let after = rankOf(percentage, count);
    return counts.findIndex((each) => {
      after -= each;
      return after < 0;
    });
  });
};

const bySorting = (
  { bands, missing }: Samples,
  data: Float32Array,
  band: number,
  percentages: readonly number[],
  positive: boolean,
): readonly number[] | undefined => {
  const values = new Float32Array(Math.ceil((data.length - band) / bands));
  let count = 0;
  for (let at = band, i = 0; at < data.length; at += bands, i++) {
    const value = data[at]!;
    if (missing?.[i] !== 1 && Number.isFinite(value) && (!positive || value > 0)) values[count++] = value;
  }
  if (count === 0) return undefined;
  const sorted = values.subarray(0, count).sort();
  return percentages.map((percentage) => sorted[rankOf(percentage, count)]!);
};
