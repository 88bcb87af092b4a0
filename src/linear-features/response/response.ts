import { longer } from '../../core/longer.js';
import { medianOf } from '../../core/median.js';
import { livelyMedian } from './noise.js';

/** Result of the kernels for all that follows: kept, so that thresholds may change without running them again. */
export interface LineResponse {
  readonly width: number;
  readonly height: number;
  /** K. */
  readonly orientations: number;
  /** One a pixel: strength in bits 6 to 31, secondary and primary mark in bits 5 and 4, orientation in bits 0 to 3. */
  readonly words: Uint32Array;
  /** The packed samples, lines bright, 0 where a pixel is outside. */
  readonly samples: Uint8Array | Uint16Array;
}

/** Largest response that is kept for the next run, in pixels. */
export const MOST_KEPT = 2 ** 25;

/** Bits of a word that mark a primary or a secondary maximum. */
export const MARKS = 48;

/** The strength in a word of the response, 0 to 2²⁶ − 1. */
export const strengthOf = (word: number): number => word >>> 6;

/** Pixels of a block's side. */
const BLOCK = 64;

/** What has been found of responses that are kept for runs with other thresholds. */
const measured = new WeakMap<LineResponse, number>();
const marked = new WeakMap<LineResponse, Int32Array>();

/** The pixels with a mark and a sample, y·width + x, row by row. They are found once for a response, which must be whole. */
export const markedIn = (response: LineResponse): Int32Array => {
  const known = marked.get(response);
  if (known !== undefined) return known;
  const found = findMarked(response);
  marked.set(response, found);
  return found;
};

const findMarked = ({ words, samples }: LineResponse): Int32Array => {
  let found = new Int32Array(1 << 16);
  let count = 0;
  for (let i = 0; i < words.length; i++) {
    // Most have no mark.
    while (i + 4 < words.length && ((words[i]! | words[i + 1]! | words[i + 2]! | words[i + 3]!) & MARKS) === 0) i += 4;
    if ((words[i]! & MARKS) === 0 || samples[i] === 0) continue;
    if (count === found.length) found = longer(found);
    found[count++] = i;
  }
  return found.slice(0, count);
};

/**
 * The strength of clutter, noise and texture together: the middle of the blocks' median strengths. At least 1. It is found once
 * for a response, which must be whole.
 */
export const clutterOf = (response: LineResponse): number => {
  const known = measured.get(response);
  if (known !== undefined) return known;
  const clutter = findClutter(response);
  measured.set(response, clutter);
  return clutter;
};

const findClutter = ({ width, height, words, samples }: LineResponse): number => {
  const medians: number[] = [];
  const columns = Math.ceil(width / BLOCK);
  // The strengths of a row of blocks, taken row by row as they lie in memory; every other row and column is enough for a median.
  const most = (BLOCK / 2) ** 2;
  const strengths = new Uint32Array(columns * most);
  const counts = new Uint32Array(columns);
  for (let y0 = 0; y0 < height; y0 += BLOCK) {
    counts.fill(0);
    for (let y = y0; y < Math.min(y0 + BLOCK, height); y += 2) {
      for (let column = 0, x = 0; column < columns; column++) {
        let at = column * most + counts[column]!;
        for (const end = Math.min(width, x + BLOCK); x < end; x += 2) {
          const i = y * width + x;
          if (samples[i] !== 0) strengths[at++] = strengthOf(words[i]!);
        }
        counts[column] = at - column * most;
      }
    }
    for (let column = 0; column < columns; column++) {
      const from = column * most;
      if (counts[column]! > 0) medians.push(medianOf(strengths.subarray(from, from + counts[column]!)));
    }
  }
  return Math.max(1, livelyMedian(medians));
};
