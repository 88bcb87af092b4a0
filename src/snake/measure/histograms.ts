/** Histograms of the two regions, for plots: the samples as the model sees them, after the channel transform. */
import { positionsOf } from '../../core/geometry/ring.js';
import { type RowBlock, ringSpans, runsOn } from '../../core/geometry/scanline.js';
import type { ChannelPlanes, ChannelRows } from '../../image/channels/channels.js';

/** One region's samples in a plane: counts in the histogram's bins, and the moments of all of them. */
export interface RegionCounts {
  readonly counts: readonly number[];
  /** Pixels, also those in no bin. */
  readonly pixels: number;
  readonly mean: number;
  /** Standard deviation. */
  readonly deviation: number;
}

/** One plane, in equal bins of `[low, high)`; few values lie outside. */
export interface RegionHistogram {
  /** The plane's place in the channel, from 0. */
  readonly plane: number;
  readonly low: number;
  readonly high: number;
  readonly inside: RegionCounts;
  readonly outside: RegionCounts;
}

const MOST_BINS = 64;
/** Share of the values that may lie beyond each end of the bins. */
const TAIL = 0.003;
/** Pixels counted at most; of larger domains evenly spaced rows are taken. */
const MOST_PIXELS = 2 ** 18;

/**
 * @param rings of the region on the corner lattice of the domain: x0, y0, x1, y1, …
 */
export const regionHistograms = async (
  channel: ChannelRows,
  rings: readonly (readonly number[])[],
): Promise<readonly RegionHistogram[]> => {
  const { width, height } = channel;
  const step = Math.ceil((width * height) / MOST_PIXELS);
  const wanted: RowBlock[] = [];
  for (let row = step >> 1; row < height; row += step) wanted.push({ firstRow: row, rows: 1 });
  const spans = ringSpans(rings.map(positionsOf), channel, wanted);
  const rows: Row[] = [];
  for (const { firstRow } of wanted) {
    rows.push({ ...(await channel.rows(firstRow, 1)), runs: runsOn(spans, firstRow) });
  }
  return Array.from({ length: channel.count }, (_, plane) => {
    const [inside, outside] = countsOf(channel, plane, rows);
    const { low, bins, size } = binning(channel, inside, outside);
    const binned = (counts: Uint32Array): RegionCounts => regionOf(counts, low, bins, size);
    return { plane, low, high: low + bins * size, inside: binned(inside), outside: binned(outside) };
  });
};

interface Row extends Pick<ChannelPlanes, 'planes' | 'missing'> {
  readonly runs: readonly number[];
}

/** Histograms of the values inside and outside. */
const countsOf = (
  channel: ChannelRows,
  plane: number,
  rows: readonly Row[],
): readonly [inside: Uint32Array, outside: Uint32Array] => {
  const values = channel.codes ?? 2 ** channel.bits;
  const [inside, outside] = [new Uint32Array(values), new Uint32Array(values)];
  for (const { planes, missing, runs } of rows) {
    const its = planes[plane]!;
    let column = 0;
    for (let k = 0; k <= runs.length; k++) {
      const end = runs[k] ?? channel.width;
      count(k % 2 === 0 ? outside : inside, its, missing, column, end);
      column = Math.max(column, end);
    }
  }
  return [inside, outside];
};

const count = (
  counts: Uint32Array,
  values: Uint8Array | Uint16Array,
  missing: Uint8Array | undefined,
  from: number,
  until: number,
): void => {
  for (let i = from; i < until; i++) if (!missing?.[i]) counts[values[i]!]!++;
};

const regionOf = (values: Uint32Array, low: number, bins: number, size: number): RegionCounts => {
  const counts = new Array<number>(bins).fill(0);
  let [pixels, sum, squares] = [0, 0, 0];
  for (let value = 0; value < values.length; value++) {
    const count = values[value]!;
    if (count === 0) continue;
    pixels += count;
    sum += count * value;
    squares += count * value * value;
    const bin = Math.floor((value - low) / size);
    if (bin >= 0 && bin < bins) counts[bin]! += count;
  }
  const mean = sum / pixels;
  return { counts, pixels, mean, deviation: Math.sqrt(Math.max(0, squares / pixels - mean * mean)) };
};

/** One bin a code; else at most 64 bins of a whole number of values, from the least to the greatest but for the tails. */
const binning = (
  channel: ChannelRows,
  inside: Uint32Array,
  outside: Uint32Array,
): { readonly low: number; readonly bins: number; readonly size: number } => {
  if (channel.codes !== undefined) return { low: 0, bins: channel.codes, size: 1 };
  const at = (value: number): number => inside[value]! + outside[value]!;
  let pixels = 0;
  for (let value = 0; value < inside.length; value++) pixels += at(value);
  if (pixels === 0) return { low: 0, bins: 1, size: 1 };
  const most = Math.floor(pixels * TAIL);
  let low = 0;
  for (let below = at(0); below <= most; below += at(low)) low++;
  let high = inside.length - 1;
  for (let above = at(high); above <= most; above += at(high)) high--;
  const size = Math.ceil((high - low + 1) / MOST_BINS);
  return { low, bins: Math.ceil((high - low + 1) / size), size };
};
