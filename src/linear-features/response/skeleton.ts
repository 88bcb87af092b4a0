/** The skeleton of a part of a response, thinned by kernels where the response is. */

import { makeBuffers } from '../../compute/make-buffers.js';
import { Recording } from '../../compute/recording.js';
import { Mode, rowWords, Thinning } from '../kernels/shared/thinning-words.js';
import { thinLines } from '../kernels/thin_lines.js';
import { turnSweep } from '../kernels/turn_sweep.js';
import { Drawn } from './drawn.js';
import type { PlacedRect } from './memory.js';

/** Pixels of lines one pixel wide, row by row. */
export interface Skeleton {
  /** Two words a pixel: y·width + x in the part, and the strength. Bit 31 of the second marks a strong piece, on at least one of its pixels. */
  readonly pixels: Uint32Array;
  /** The maximum strength of all pixels that passed the low threshold, at least 1. */
  readonly most: number;
  /** Pixels left out, because there were too many. */
  readonly left: number;
}

/**
 * Pairs of dispatches of `thin_lines` per submit. A sweep takes at least two dispatches, and one more whenever the order of pixels leads to another
 * tile; most responses need fewer than twenty in all. Superfluous dispatches return at once.
 */
const PAIRS = 16;

/** Which pixels with a mark are thinned. */
export interface Thresholds {
  /** Minimum strength of a pixel. */
  readonly low: number;
  /** The strength that a strong piece reaches somewhere. */
  readonly high: number;
  /** Maximum number of pixels before thinning; the row that would exceed it, and all rows below, are left out. */
  readonly limit: number;
}

/** Thins the pixels that have a mark, a sample and enough strength, as `thinStrong` does, but weak pieces too. Rejects as `Executor.submit`. */
export const skeletonOf = async (part: PlacedRect, thresholds: Thresholds, signal?: AbortSignal): Promise<Skeleton> => {
  const all = await thinnedPart(part, thresholds, signal);
  if ('pixels' in all) return { ...all, left: 0 };
  const { found, rows } = all;
  if (rows === 0) return { pixels: new Uint32Array(0), most: 1, left: found };
  const { memory, rect } = part;
  const upper = await thinnedPart({ memory, rect: { ...rect, height: rows } }, thresholds, signal);
  if (!('pixels' in upper)) throw new Error('the same pixels were counted twice, and differ');
  return { ...upper, left: found - upper.found };
};

/** The result for a part: its thin pixels; or, if there were too many, the number found, and the number of upper rows within the limit. */
type Part = { readonly found: number } & (Omit<Skeleton, 'left'> | { readonly rows: number });

const thinnedPart = async (
  part: PlacedRect,
  { low, high, limit }: Thresholds,
  signal: AbortSignal | undefined,
): Promise<Part> => {
  const { executor, buffers } = part.memory;
  const { width, height } = part.rect;
  const drawn = await Drawn.make(part, low, high, limit);
  try {
    const plane = rowWords(width) * height;
    const own = await makeBuffers(executor, 'lines ', { thinned: 2 * plane, again: plane });
    try {
      const { pixels, thinning, strong } = drawn.planes;
      const { thinned, again } = own;
      const given = { part: drawn.planes.part, response: buffers.response, again, strong, thinning };
      const thin = new Recording();
      for (let pair = 0; pair < PAIRS; pair++) {
        thin
          .dispatch(turnSweep, { thinning }, [1, 1, 1])
          .dispatch(thinLines, { ...given, before: pixels, after: thinned }, drawn.tiles)
          .dispatch(turnSweep, { thinning }, [1, 1, 1])
          .dispatch(thinLines, { ...given, before: thinned, after: pixels }, drawn.tiles);
      }
      thin.read(thinning).append(drawn.count());
      for (let next = drawn.draw().append(thin); ; next = thin) {
        const [state, counts] = await executor.submit(next, signal);
        const found = state![Thinning.found]!;
        if (found > limit) return { found, rows: rowsWithin(counts!, limit) };
        if (state![Thinning.mode]! < Mode.done) continue;
        return { found, pixels: await drawn.collect(counts!, signal), most: Math.max(1, state![Thinning.most]!) };
      }
    } finally {
      for (const buffer of Object.values(own)) buffer.destroy();
    }
  } finally {
    drawn.destroy();
  }
};

/** The number of first rows that together have at most `limit` pixels. */
const rowsWithin = (counts: Uint32Array, limit: number): number => {
  let sum = 0;
  const beyond = counts.findIndex((count) => {
    sum += count;
    return sum > limit;
  });
  return beyond < 0 ? counts.length : beyond;
};
