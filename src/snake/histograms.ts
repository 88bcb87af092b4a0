/** Histograms of the two regions, for plots: the samples as the model sees them, after the channel transform. */
import type { ChannelPlanes } from '../image/channels.js';

/** Counts of one plane, in equal bins of `[low, high)`. */
export interface RegionHistogram {
  /** The plane's place in the channel, from 0. */
  readonly plane: number;
  readonly low: number;
  readonly high: number;
  readonly inside: readonly number[];
  readonly outside: readonly number[];
}

const MOST_BINS = 64;
/** Pixels counted at most; of larger domains evenly spaced rows are taken. */
const MOST_PIXELS = 2 ** 20;

/**
 * @param rings of the region on the corner lattice of the domain: x0, y0, x1, y1, …; a pixel is inside where the
 *   rings wind round its centre (A.2).
 */
export const regionHistograms = (
  channel: ChannelPlanes,
  rings: readonly (readonly number[])[],
): readonly RegionHistogram[] => {
  const { width, height, planes, missing } = channel;
  const step = Math.ceil((width * height) / MOST_PIXELS);
  const rows: { readonly row: number; readonly crossings: readonly Crossing[] }[] = [];
  for (let row = step >> 1; row < height; row += step) rows.push({ row, crossings: crossingsOf(rings, row, width) });

  return planes.map((values, plane) => {
    const { low, bins, size } = binning(channel, values, rows);
    const inside = new Array<number>(bins).fill(0);
    const outside = new Array<number>(bins).fill(0);
    for (const { row, crossings } of rows) {
      let winding = 0;
      let column = 0;
      for (const { k, sign } of [...crossings, { k: width, sign: 0 }]) {
        const counts = winding === 0 ? outside : inside;
        for (; column < k; column++) {
          const at = row * width + column;
          if (!missing?.[at]) counts[Math.floor((values[at]! - low) / size)]!++;
        }
        winding += sign;
      }
    }
    return { plane, low, high: low + bins * size, inside, outside };
  });
};

interface Crossing {
  /** Pixels of the row whose centres lie left of the edge. */
  readonly k: number;
  readonly sign: 1 | -1;
}

/** Where the rings cross the line through the centres of a row, from left to right. */
const crossingsOf = (rings: readonly (readonly number[])[], row: number, width: number): readonly Crossing[] => {
  const crossings: Crossing[] = [];
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const [xa, ya] = [ring[i]!, ring[i + 1]!];
      const [xb, yb] = [ring[(i + 2) % ring.length]!, ring[(i + 3) % ring.length]!];
      if (ya <= row === yb <= row) continue;
      const x = xa + ((xb - xa) * (row + 0.5 - ya)) / (yb - ya);
      crossings.push({ k: Math.min(width, Math.max(0, Math.ceil(x - 0.5))), sign: ya < yb ? 1 : -1 });
    }
  }
  return crossings.sort((a, b) => a.k - b.k);
};

/** One bin a code; else at most 64 bins of a whole number of values, from the least to the greatest value. */
const binning = (
  channel: ChannelPlanes,
  values: Uint8Array | Uint16Array,
  rows: readonly { readonly row: number }[],
): { readonly low: number; readonly bins: number; readonly size: number } => {
  if (channel.codes !== undefined) return { low: 0, bins: channel.codes, size: 1 };
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (const { row } of rows) {
    for (let at = row * channel.width; at < (row + 1) * channel.width; at++) {
      if (channel.missing?.[at]) continue;
      low = Math.min(low, values[at]!);
      high = Math.max(high, values[at]!);
    }
  }
  if (low > high) return { low: 0, bins: 1, size: 1 };
  const size = Math.ceil((high - low + 1) / MOST_BINS);
  return { low, bins: Math.ceil((high - low + 1) / size), size };
};
