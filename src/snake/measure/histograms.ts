/** Histograms of the two regions, for plots: the samples as the model uses them, after the channel transform. */
import { positionsOf } from '../../core/geometry/ring.js';
import { type RowBlock, ringSpans, runsOn } from '../../core/geometry/scanline.js';
import type { ChannelPlanes, ChannelRows } from '../../image/channels/channels.js';

/** One region's samples in a plane: counts in the histogram's bins, and the moments of all of them. */
export interface RegionCounts {
  readonly counts: readonly number[];
  /** Number of pixels, including those in no bin. */
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
/** Maximum share of the values beyond each end of the bins. */
const TAIL = 0.003;
/** Maximum number of pixels counted; larger domains are sampled in evenly spaced rows. */
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
  const whole = step === 1 ? await channel.rows(0, height) : undefined;
  const rows: Row[] = [];
  for (const { firstRow } of wanted) {
    const { planes, missing } = whole ?? (await channel.rows(firstRow, 1));
    rows.push({ planes, missing, first: whole ? firstRow * width : 0, runs: runsOn(spans, firstRow) });
  }
  return Array.from({ length: channel.count }, (_, plane) => {
    const [inside, outside] = sidesOf(channel, plane, rows);
    const bins = binning(channel, [inside, outside]);
    const { low, count, size } = bins;
    return { plane, low, high: low + count * size, inside: regionOf(inside, bins), outside: regionOf(outside, bins) };
  });
};

interface Row extends Pick<ChannelPlanes, 'planes'> {
  readonly missing: Uint8Array | undefined;
  /** The place of its first pixel in the planes. */
  readonly first: number;
  readonly runs: readonly number[];
}

/**
 * Values with weights: either each possible value with its number of pixels, or each pixel's value. Looping over all
 * 2¹⁶ values takes longer than looping over the pixels of most objects.
 */
interface Tally {
  readonly length: number;
  /** When not given, a value is its index. */
  readonly values?: Uint8Array | Uint16Array;
  /** 1 each when not given. */
  readonly weights?: Uint32Array;
}

/** The values inside and outside. */
const sidesOf = (
  { width, codes, bits }: ChannelRows,
  plane: number,
  rows: readonly Row[],
): readonly [inside: Tally, outside: Tally] => {
  const most = codes ?? 2 ** bits;
  const pixels = rows.length * width;
  const make = (): Uint32Array | Uint16Array => (most > pixels ? new Uint16Array(pixels) : new Uint32Array(most));
  const sides = [make(), make()] as const;
  const found: [number, number] = [0, 0];
  for (const { planes, missing, first, runs } of rows) {
    let column = 0;
    for (let k = 0; k <= runs.length; k++) {
      const end = runs[k] ?? width;
      const side = k % 2 === 0 ? 1 : 0;
      found[side] = take(sides[side], found[side], planes[plane]!, missing, first + column, first + end);
      column = Math.max(column, end);
    }
  }
  const tally = (side: 0 | 1): Tally => {
    const its = sides[side];
    return its instanceof Uint16Array ? { length: found[side], values: its } : { length: most, weights: its };
  };
  return [tally(0), tally(1)];
};

/** Counts samples, or appends them after the `found` ones taken before; returns the number taken so far. */
const take = (
  into: Uint32Array | Uint16Array,
  found: number,
  values: Uint8Array | Uint16Array,
  missing: Uint8Array | undefined,
  from: number,
  until: number,
): number => {
  const counts = into instanceof Uint32Array;
  for (let i = from; i < until; i++) {
    if (missing?.[i]) continue;
    if (counts) into[values[i]!]!++;
    else into[found] = values[i]!;
    found++;
  }
  return found;
};

interface Bins {
  readonly low: number;
  readonly count: number;
  readonly size: number;
}

const regionOf = ({ length, values, weights }: Tally, { low, count, size }: Bins): RegionCounts => {
  const counts = new Array<number>(count).fill(0);
  let [pixels, sum, squares] = [0, 0, 0];
  for (let i = 0; i < length; i++) {
    const weight = weights ? weights[i]! : 1;
    if (weight === 0) continue;
    const value = values ? values[i]! : i;
    pixels += weight;
    sum += weight * value;
    squares += weight * value * value;
    const bin = Math.floor((value - low) / size);
    if (bin >= 0 && bin < count) counts[bin]! += weight;
  }
  const mean = sum / pixels;
  return { counts, pixels, mean, deviation: Math.sqrt(Math.max(0, squares / pixels - mean * mean)) };
};

/** One bin per code; else at most 64 bins of a whole number of values, from the smallest to the largest without the tails. */
const binning = ({ codes, bits }: ChannelRows, sides: readonly Tally[]): Bins => {
  if (codes !== undefined) return { low: 0, count: codes, size: 1 };
  const first = digitsOf(sides, bits - 8, 0);
  const pixels = first.reduce((sum, count) => sum + count, 0);
  if (pixels === 0) return { low: 0, count: 1, size: 1 };
  const most = Math.floor(pixels * TAIL);
  const [low, high] = [beyond(sides, bits, first, most, 1), beyond(sides, bits, first, most, -1)];
  const size = Math.ceil((high - low + 1) / MOST_BINS);
  return { low, count: Math.ceil((high - low + 1) / size), size };
};

/** The first value, from below (`direction` 1) or from above (−1), up to which there are more than `most` pixels, byte by byte. */
const beyond = (sides: readonly Tally[], bits: 8 | 16, first: Uint32Array, most: number, direction: 1 | -1): number => {
  let [value, passed] = [0, 0];
  for (let shift = bits - 8; shift >= 0; shift -= 8) {
    const digits = shift === bits - 8 ? first : digitsOf(sides, shift, value);
    let digit = direction === 1 ? 0 : 255;
    for (; passed + digits[digit]! <= most; digit += direction) passed += digits[digit]!;
    value = 256 * value + digit;
  }
  return value;
};

/** How often each byte occurs, `shift` bits above the lowest, in the values that are `above` beyond it. */
const digitsOf = (sides: readonly Tally[], shift: number, above: number): Uint32Array => {
  const digits = new Uint32Array(256);
  for (const { length, values, weights } of sides) {
    for (let i = 0; i < length; i++) {
      const digit = (values ? values[i]! : i) >> shift;
      if (digit >> 8 === above) digits[digit & 255]! += weights ? weights[i]! : 1;
    }
  }
  return digits;
};
