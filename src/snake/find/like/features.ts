/** Features of a pixel and its surroundings, as small whole numbers: levels, blobs and edges of each band at three scales. */

import { naturalLog } from '../../../core/numbers/logarithm.js';
import { lookedUp } from '../../../core/numbers/looked-up.js';
import { channelRows } from '../../../image/channels/channels.js';
import type { Samples } from '../../../image/samples.js';
import { boxBlur, PASSES, type Size } from '../map/box-blur.js';

/** Number of values of a feature. */
export const BINS = 32;
/** Radii of the smoothing windows as shares of the objects' own radius. */
const SHARES = [0.1, 0.2, 0.4];
/** Maximum number of bands that are used. */
const BANDS = 4;
const TOP = 65535;
const MIDDLE = 32768;

/** Number of features of a pixel in an image of `bands` bands: three per used band and window. */
export const featuresIn = (bands: number): number => 3 * SHARES.length * Math.min(bands, BANDS);

/** Bands of samples in 16 bits, transformed so that noise is about equal at all values. */
export interface EvenPlanes extends Size {
  readonly planes: readonly Uint16Array[];
}

/** The bands that are used. Rejects as `channelRows`, and with `AbortError`. */
export const evenPlanes = async (samples: Samples, signal: AbortSignal): Promise<EvenPlanes> => {
  const { width, height, bands } = samples;
  const all: Uint16Array[] = [];
  const tables = new Map<8 | 16, Uint16Array>();
  for (let band = 0; band < Math.min(bands, BANDS); band++) {
    const channel = await channelRows(samples, `band:${band + 1}`, { signal });
    const { planes, bits } = await channel.rows(0, height);
    const table = tables.get(bits) ?? even(bits, bands === 3);
    tables.set(bits, table);
    all.push(lookedUp(planes[0]!, table, new Uint16Array(width * height)));
  }
  return { width, height, planes: all };
};

/**
 * Yields the features in a fixed order, one value per pixel; each array is valid until the next is requested.
 * @param radius of the objects, in pixels
 */
export function* featuresOf({ planes, ...size }: EvenPlanes, radius: number): Generator<Uint16Array> {
  const scratch = new Uint16Array(size.width * size.height);
  for (const values of planes) {
    let coarse: { readonly window: number; readonly values: Uint16Array } | undefined;
    for (const window of windowsFor(radius)) {
      const level = coarse?.window === window ? coarse.values : boxBlur(values, size, window);
      coarse = { window: 2 * window, values: boxBlur(values, size, 2 * window) };
      yield level;
      yield differences(level, coarse.values, scratch);
      yield edges(level, size, scratch);
    }
  }
}

/** Maximum distance, in pixels, from a pixel to those that affect its features: the radius of the widest window times its passes. */
export const reachOf = (radius: number): number => PASSES * 2 * windowsFor(radius).at(-1)!;

/** Radii of the windows, in pixels, strictly ascending. */
const windowsFor = (radius: number): number[] => {
  const windows: number[] = [];
  for (const share of SHARES) windows.push(Math.max((windows.at(-1) ?? 0) + 1, Math.round(share * radius)));
  return windows;
};

/** Table of values at which noise is about equal: the optical density for three colours, the square root for anything else. */
const even = (bits: 8 | 16, colour: boolean): Uint16Array => {
  const most = 2 ** bits - 1;
  const densest = naturalLog(most + 1);
  const of = (value: number): number =>
    colour ? TOP * (1 - naturalLog(value + 1) / densest) : TOP * Math.sqrt(value / most);
  return Uint16Array.from({ length: most + 1 }, (_, value) => Math.floor(of(value)));
};

const differences = (fine: Uint16Array, coarse: Uint16Array, out: Uint16Array): Uint16Array => {
  for (let i = 0; i < out.length; i++) out[i] = Math.min(TOP, Math.max(0, MIDDLE + fine[i]! - coarse[i]!));
  return out;
};

const edges = (values: Uint16Array, { width, height }: Size, out: Uint16Array): Uint16Array => {
  const last = width - 1;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const above = y > 0 ? row - width : row;
    const below = y + 1 < height ? row + width : row;
    for (let x = 0; x < width; x++) {
      const across = values[row + Math.min(last, x + 1)]! - values[row + Math.max(0, x - 1)]!;
      const down = values[below + x]! - values[above + x]!;
      out[row + x] = Math.min(TOP, Math.abs(across) + Math.abs(down));
    }
  }
  return out;
};

/** Cuts between bins that hold equally many samples: `BINS` − 1 values, ascending. */
export const cutsOf = (values: Uint16Array): number[] => {
  const order = values.slice().sort();
  return Array.from({ length: BINS - 1 }, (_, k) => order[Math.floor(((k + 1) * order.length) / BINS)]!);
};

/** Number of cuts below each value. @param cuts whole numbers, ascending */
export const binned = (values: Uint16Array, cuts: readonly number[]): Uint8Array => {
  const table = new Uint8Array(TOP + 1).fill(cuts.length);
  let from = 0;
  for (const [bin, cut] of cuts.entries()) {
    const end = Math.max(from, Math.min(TOP, cut) + 1);
    table.fill(bin, from, end);
    from = end;
  }
  return lookedUp(values, table, new Uint8Array(values.length));
};
