/** Histograms of the two regions, for plots: the samples as the model sees them, after the channel transform. */
import { positionsOf } from '../../core/ring.js';
import { ringSpans, runsOn } from '../../core/scanline.js';
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
  const spans = ringSpans(rings.map(positionsOf), channel);
  const rows: Row[] = [];
  for (let row = step >> 1; row < height; row += step) {
    rows.push({ ...(await channel.rows(row, 1)), runs: runsOn(spans, row) });
  }
  return Array.from({ length: channel.count }, (_, plane) => {
    const { low, bins, size } = binning(channel, plane, rows);
    const inside = new Counter(low, bins, size);
    const outside = new Counter(low, bins, size);
    for (const { planes, missing, runs } of rows) {
      const values = planes[plane]!;
      let column = 0;
      for (const [k, end] of [...runs, width].entries()) {
        const counts = k % 2 === 0 ? outside : inside;
        for (; column < end; column++) if (!missing?.[column]) counts.add(values[column]!);
      }
    }
    return { plane, low, high: low + bins * size, inside: inside.result, outside: outside.result };
  });
};

interface Row extends Pick<ChannelPlanes, 'planes' | 'missing'> {
  readonly runs: readonly number[];
}

class Counter {
  readonly #counts: number[];
  #pixels = 0;
  #sum = 0;
  #squares = 0;

  constructor(
    private readonly low: number,
    bins: number,
    private readonly size: number,
  ) {
    this.#counts = new Array<number>(bins).fill(0);
  }

  add(value: number): void {
    this.#pixels++;
    this.#sum += value;
    this.#squares += value * value;
    const bin = Math.floor((value - this.low) / this.size);
    if (bin >= 0 && bin < this.#counts.length) this.#counts[bin]!++;
  }

  get result(): RegionCounts {
    const mean = this.#sum / this.#pixels;
    const deviation = Math.sqrt(Math.max(0, this.#squares / this.#pixels - mean * mean));
    return { counts: this.#counts, pixels: this.#pixels, mean, deviation };
  }
}

/** One bin a code; else at most 64 bins of a whole number of values, from the least to the greatest but for the tails. */
const binning = (
  channel: ChannelRows,
  plane: number,
  rows: readonly Row[],
): { readonly low: number; readonly bins: number; readonly size: number } => {
  if (channel.codes !== undefined) return { low: 0, bins: channel.codes, size: 1 };
  const counts = new Uint32Array(2 ** channel.bits);
  let pixels = 0;
  for (const { planes, missing } of rows) {
    const values = planes[plane]!;
    for (let column = 0; column < values.length; column++) {
      if (missing?.[column]) continue;
      counts[values[column]!]!++;
      pixels++;
    }
  }
  if (pixels === 0) return { low: 0, bins: 1, size: 1 };
  const most = Math.floor(pixels * TAIL);
  let low = 0;
  for (let below = counts[0]!; below <= most; below += counts[low]!) low++;
  let high = counts.length - 1;
  for (let above = counts[high]!; above <= most; above += counts[high]!) high--;
  const size = Math.ceil((high - low + 1) / MOST_BINS);
  return { low, bins: Math.ceil((high - low + 1) / size), size };
};
