import { removable } from '../kernels/shared/neighbours.js';
import type { Pieces } from './pieces.js';
import { addresses, type Room } from './room.js';
import { AGAIN, GONE, type Space } from './space.js';

/**
 * Thins the strong pieces of a space, none of whose pixels was removed yet. Each pixel is processed once, weakest first, without sorting: the
 * result for a pixel depends on its neighbours only, so it can be processed once the neighbours are done that are weaker, or equally weak
 * and earlier in row order. Most pixels follow their predecessor in memory.
 */
export const thinStrong = (space: Space, pieces: Pieces, room: Room): void => {
  const ready = room.integers(space.count + 1);
  const again = room.integers(space.count);
  const { labels, parents, strong, earlier } = pieces;
  const { wasm } = space;
  const count = wasm
    ? wasm.sweep(...addresses(labels, parents, strong, earlier, ready, again))
    : sweepPlain(space, pieces, ready, again);
  space.thin(space.left(again.subarray(0, count)));
};

/** Marks a processed pixel. */
const DONE = 255;

/** The plain form of one sweep. Returns the number of pixels in `again`: those that lost a neighbour after they were processed. */
const sweepPlain = (
  space: Space,
  { labels, parents, strong, earlier }: Pieces,
  ready: Int32Array,
  again: Int32Array,
): number => {
  const { count, near, state } = space;
  let found = 0;
  for (let start = 0; start < count; start++) {
    if (earlier[start] !== 0 || strong[parents[labels[start]!]!] === 0) continue;
    ready[0] = start;
    for (let left = 1; left > 0; ) {
      const k = ready[--left]!;
      earlier[k] = DONE;
      const goes = removable[near[k]!]!;
      state[k]! |= goes;
      for (let others = near[k]!; others !== 0; others &= others - 1) {
        const n = 31 - Math.clz32(others & -others);
        const other = space.beside(k, n);
        if (goes === GONE) near[other]! &= ~(1 << (n ^ 4));
        if (earlier[other] !== DONE) {
          if (--earlier[other]! === 0) ready[left++] = other;
        } else if (goes === GONE && (state[other]! & AGAIN) === 0) {
          state[other]! |= AGAIN;
          again[found++] = other;
        }
      }
    }
  }
  return found;
};

/**
 * The remaining pixels of strong pieces, of those with at least `least` remaining pixels.
 * @returns the pixels in row order
 */
export const longPieces = (space: Space, pieces: Pieces, least: number, room: Room): Int32Array => {
  const kept = room.integers(space.count);
  const sizes = room.zeros(space.count);
  const { labels, parents, strong } = pieces;
  const { wasm } = space;
  const count = wasm
    ? wasm.long(...addresses(labels, parents, strong, sizes, kept), least)
    : longPlain(space, pieces, sizes, kept, least);
  return kept.subarray(0, count);
};

/** The plain form of the search for long pieces. Returns the number of pixels in `kept`. */
const longPlain = (
  { count, state }: Space,
  { labels, parents, strong }: Pieces,
  sizes: Int32Array,
  kept: Int32Array,
  least: number,
): number => {
  let left = 0;
  for (let k = 0; k < count; k++) {
    if ((state[k]! & GONE) !== 0) continue;
    const piece = parents[labels[k]!]!;
    if (strong[piece] === 0) continue;
    sizes[piece]!++;
    kept[left++] = k;
  }
  let long = 0;
  for (let i = 0; i < left; i++) {
    const k = kept[i]!;
    if (sizes[parents[labels[k]!]!]! >= least) kept[long++] = k;
  }
  return long;
};
