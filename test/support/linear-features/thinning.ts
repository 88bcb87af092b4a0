/** Responses to be thinned, and what is left of their strong pieces. */
import type { Executor } from '../../../src/compute/executor.js';
import type { Rect } from '../../../src/core/geometry/rect.js';
import { collectLines } from '../../../src/linear-features/kernels/collect_lines.js';
import { countLines } from '../../../src/linear-features/kernels/count_lines.js';
import { maskLines } from '../../../src/linear-features/kernels/mask_lines.js';
import { partWords } from '../../../src/linear-features/kernels/shared/part-words.js';
import { Mode, rowWords, TILE } from '../../../src/linear-features/kernels/shared/thinning-words.js';
import { thinLines } from '../../../src/linear-features/kernels/thin_lines.js';
import { turnSweep } from '../../../src/linear-features/kernels/turn_sweep.js';
import { longPieces } from '../../../src/linear-features/network/sweep.js';
import { thinned } from '../../../src/linear-features/network/thinned.js';
import { HeldResponse } from '../../../src/linear-features/response/held.js';
import type { LineResponse } from '../../../src/linear-features/response/response.js';
import type { Trial } from '../kernels/kernel-trial.js';
import type { Random } from '../random.js';
import { wordsOf } from './parts.js';

/** How strengths lie: anyhow, or the stronger the farther right and down, in plateaus, so that turns go from tile to tile. */
export type Ground = 'noise' | 'slope';

/** A response of marked pixels, one of `share` + 1 of them without a mark, with strengths up to `most`. */
export const groundOf = (
  random: Random,
  [width, height]: readonly [number, number],
  most: number,
  share: number,
  ground: Ground,
): LineResponse => {
  const words = Uint32Array.from({ length: width * height }, (_, i) => {
    const step = Math.floor(((i % width) + Math.floor(i / width)) / 8);
    const strength = ground === 'slope' ? Math.min(most, 1 + step) : random.between(1, most);
    return ((strength << 6) | (random.between(0, share) > 0 ? 16 : 0)) >>> 0;
  });
  const samples = Uint8Array.from({ length: words.length }, () => random.between(0, 9));
  return { width, height, orientations: 8, words, samples };
};

/** Each of the kernels that thin, on a part of a response that is half thinned. */
export const thinningTrials = (random: Random, response: LineResponse, rect: Rect): Trial[] => {
  const { width, words } = response;
  const [low, high] = [random.between(1, 20), random.between(1, 2 ** 20)];
  const part = partWords({ ...rect, stride: width, bits: 8, low, high });
  const samples = wordsOf(response.samples);
  const columns = rowWords(rect.width);
  const plane = columns * rect.height;
  const bits = (): Uint32Array => Uint32Array.from({ length: plane }, () => random.word());
  const pixels = new Uint32Array(2 * plane);
  for (let y = 0; y < rect.height; y++) {
    for (let x = 0; x < rect.width; x++) {
      const state = [0, 0, 1, 3, 3, 3][random.between(0, 5)]!;
      pixels[2 * y * columns + (x >> 4)]! |= state << (2 * (x & 15));
    }
  }
  const tiles = [columns, Math.ceil(rect.height / TILE), 1] as const;
  const rows = [rect.height, 1, 1] as const;
  const starts = Uint32Array.from({ length: rect.height }, (_, row) => row * rect.width);
  const stateOf = (mode: number, waiting = 0, limit = 9): Uint32Array =>
    Uint32Array.of(7, 2 ** random.between(0, 25), mode, waiting, limit);
  return [
    {
      kernel: maskLines,
      words: { part, samples, response: words, pixels: 2 * plane, strong: plane, thinning: stateOf(0) },
      groups: tiles,
    },
    ...Object.values(Mode).map((mode) => ({
      kernel: thinLines,
      words: {
        part,
        response: words,
        before: pixels,
        after: 2 * plane,
        again: bits(),
        strong: bits(),
        thinning: stateOf(mode),
      },
      groups: tiles,
    })),
    ...Object.values(Mode).flatMap((mode) =>
      [stateOf(mode, 0), stateOf(mode, 5), stateOf(mode, 5, 6)].map((thinning) => ({
        kernel: turnSweep,
        words: { thinning },
        groups: [1, 1, 1] as const,
      })),
    ),
    { kernel: countLines, words: { part, pixels, counts: rect.height }, groups: rows },
    {
      kernel: collectLines,
      words: { part, response: words, pixels, strong: bits(), starts, skeleton: 2 * rect.width * rect.height },
      groups: rows,
    },
  ];
};

/** The pixels that are left of a part's strong pieces: places, strengths and steps. */
export const leftOf = async (
  executor: Executor,
  response: LineResponse,
  rect: Rect,
  thresholds: { readonly low: number; readonly high: number; readonly limit?: number },
  kernels: boolean,
) => {
  const held = await HeldResponse.of(executor, response);
  const means = { breathe: async () => {} };
  const forms = { fast: true, kernels };
  const { candidates, pieces } = await thinned(held.part(rect), { limit: 2 ** 20, ...thresholds }, means, forms);
  const { space, room, shift, left } = candidates;
  const kept = [...longPieces(space, pieces, 1, room)];
  const pixels = kept.map((k) => [space.places[k]!, space.strengths[k]!, space.keys[k]!]);
  const labels = kept.map((k) => pieces.of(k));
  /** Each pixel's piece by its first pixel. */
  const firsts = labels.map((label) => labels.indexOf(label));
  room.free();
  held.destroy();
  return { pixels, firsts, shift, left };
};
