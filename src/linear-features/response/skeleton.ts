/** The skeleton of a part of a response, thinned by kernels where the response is. */

import { makeBuffers } from '../../compute/make-buffers.js';
import { type DeviceBuffer, Recording } from '../../compute/recording.js';
import { collectLines } from '../kernels/collect_lines.js';
import { countLines } from '../kernels/count_lines.js';
import { maskLines } from '../kernels/mask_lines.js';
import { partWords } from '../kernels/shared/part-words.js';
import { Mode, rowWords, THINNING_WORDS, Thinning, TILE } from '../kernels/shared/thinning-words.js';
import { thinLines } from '../kernels/thin_lines.js';
import { turnSweep } from '../kernels/turn_sweep.js';
import type { ResponsePart } from './part.js';
import { startsOf } from './starts.js';

/** Pixels of lines one pixel wide, row by row. */
export interface Skeleton {
  /** y·width + x in the part, and the strength, two words each; bit 31 of the second marks a pixel of a strong piece, and each such piece has one or more. */
  readonly pixels: Uint32Array;
  /** The greatest strength of all pixels that passed the low threshold, at least 1. */
  readonly most: number;
}

/**
 * Pairs of dispatches of `thin_lines` in a submit. A sweep takes two at least, and one more for each time that the order of pixels goes from tile to
 * tile; most responses need fewer than twenty in all. Idle ones copy two bits a pixel.
 */
const PAIRS = 16;

/**
 * Thins the pixels with a mark, a sample and at least the strength `low`, as `thinStrong` does, but weak pieces too.
 * @param high the strength that a strong piece has somewhere
 * @param limit nothing is given where more pixels than that pass. Rejects as `Executor.submit`.
 */
export const skeletonOf = async (
  { memory, rect }: ResponsePart,
  low: number,
  high: number,
  limit: number,
  signal?: AbortSignal,
): Promise<Skeleton | undefined> => {
  const { executor, shape, buffers } = memory;
  const { width, height } = rect;
  const part = partWords({ ...rect, stride: shape.width, bits: shape.bits, low: wordOf(low), high: wordOf(high) });
  const plane = rowWords(width) * height;
  const contents = { part, pixels: 2 * plane, thinned: 2 * plane, again: plane, strong: plane };
  const control = new Uint32Array(THINNING_WORDS);
  control[Thinning.limit] = limit;
  const own = await makeBuffers(executor, 'lines ', { ...contents, thinning: control, counts: height });
  let found: { readonly starts: DeviceBuffer; readonly skeleton: DeviceBuffer } | undefined;
  try {
    const { pixels, thinned, again, strong, thinning, counts } = own;
    const tiles = [rowWords(width), Math.ceil(height / TILE), 1] as const;
    const sides = { part: own.part, response: buffers.response, again, strong, thinning };
    const thin = new Recording();
    for (let pair = 0; pair < PAIRS; pair++) {
      thin
        .dispatch(turnSweep, { thinning }, [1, 1, 1])
        .dispatch(thinLines, { ...sides, before: pixels, after: thinned }, tiles)
        .dispatch(turnSweep, { thinning }, [1, 1, 1])
        .dispatch(thinLines, { ...sides, before: thinned, after: pixels }, tiles);
    }
    thin.dispatch(countLines, { part: own.part, pixels, counts }, [height, 1, 1]).read(thinning).read(counts);
    const mask = { ...buffers, part: own.part, pixels, strong, thinning };
    let next = new Recording().dispatch(maskLines, mask, tiles).append(thin);
    for (;;) {
      const [state, starts] = await executor.submit(next, signal);
      if (state![Thinning.found]! > limit) return undefined;
      next = thin;
      if (state![Thinning.mode] !== Mode.done) continue;
      const most = Math.max(1, state![Thinning.most]!);
      const count = startsOf(starts!);
      if (count === 0) return { pixels: new Uint32Array(0), most };
      found = await makeBuffers(executor, 'lines ', { starts: starts!, skeleton: 2 * count });
      const collect = { part: own.part, response: buffers.response, pixels, strong, ...found };
      const recording = new Recording().dispatch(collectLines, collect, [height, 1, 1]).read(found.skeleton);
      const [words] = await executor.submit(recording, signal);
      return { pixels: words!, most };
    }
  } finally {
    for (const buffer of Object.values({ ...own, ...found })) buffer.destroy();
  }
};

/** A threshold as a word. Strengths have 26 bits. */
const wordOf = (threshold: number): number => Math.min(2 ** 26, Math.ceil(threshold));
