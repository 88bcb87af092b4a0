/** A tile's part of a channel's planes, in the device's format, and its sums. */
import type { Rect } from '../../core/geometry/rect.js';
import type { ChannelPlanes } from '../../image/channels/channels.js';
import { TILE_SIDE, tilePlaneWords } from '../kernels/shared/tile-records.js';
import { addRuns, countRuns } from './pixel-sums.js';

const PIXELS = TILE_SIDE ** 2;

/** A tile's planes, one after another. Pixels beyond those that were read are 0. */
export interface PackedTile {
  readonly words: Uint32Array;
  /** Sums of the pixels that were read: N, then S and Q of every plane, or the counts of codes. Exact. */
  readonly sums: Float64Array;
}

/**
 * Packs the tile that contains `rect`, in pixels of the level.
 * @param planes without missing pixels; the tile's pixels begin with their column `from`
 */
export const packTile = (planes: ChannelPlanes, from: number, rect: Rect): PackedTile => {
  const { width: pitch, bits, codes, planes: given } = planes;
  const { x, y, width, height } = rect;
  const words = new Uint32Array(tilePlaneWords(bits) * given.length);
  const samples = bits === 16 ? new Uint16Array(words.buffer) : new Uint8Array(words.buffer);
  const corner = (y % TILE_SIDE) * TILE_SIDE + (x % TILE_SIDE);
  for (const [k, plane] of given.entries()) {
    const at = k * PIXELS + corner;
    for (let row = 0, first = from; row < height; row++, first += pitch)
      samples.set(plane.subarray(first, first + width), at + row * TILE_SIDE);
  }
  const sums = codes === undefined ? momentsOf(samples) : countsOf(samples, codes);
  // Pixels that were not read were counted as code 0; they add nothing to moments.
  if (codes !== undefined) sums[1]! -= PIXELS - width * height;
  sums[0] = width * height;
  return { words, sums };
};

/** S and Q of every plane, from 1 on. */
const momentsOf = (samples: Uint8Array | Uint16Array): Float64Array => {
  const planes = samples.length / PIXELS;
  const sums = new Float64Array(1 + 2 * planes);
  const whole = { runs: [0, PIXELS], sums };
  for (let k = 0; k < planes; k++) addRuns(samples.subarray(k * PIXELS, (k + 1) * PIXELS), [whole], 1 + 2 * k);
  return sums;
};

/** The counts of the codes, from 1 on. */
const countsOf = (samples: Uint8Array | Uint16Array, codes: number): Float64Array => {
  const sums = new Float64Array(1 + codes);
  countRuns(samples, codes, { runs: [0, samples.length], sums });
  return sums;
};
