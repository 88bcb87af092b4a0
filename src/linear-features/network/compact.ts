/** What is left of a thinned space, moved together. */
import { countOf, linksOf } from '../kernels/shared/neighbours.js';
import type { PaddedMask } from './padded-mask.js';
import type { Pieces } from './pieces.js';
import { addresses, type Room } from './room.js';
import type { Space } from './space.js';

/** Pixels in the order of the rows: their places, strengths, steps and labels of pieces are the first `count` of the space's and the pieces'. */
export interface Compact {
  readonly count: number;
  /** Places of the pixels in which a line ends. */
  readonly ends: Int32Array;
}

/**
 * Moves together what a space and its pieces know of `kept`, pixels in the order of the rows: of all others nothing is known any more, and who
 * is beside whom is not told by their new numbers. Draws them into an empty mask.
 */
export const compact = (space: Space, pieces: Pieces, kept: Int32Array, mask: PaddedMask, room: Room): Compact => {
  const ends = room.integers(kept.length);
  const { wasm } = space;
  const { labels } = pieces;
  const found = wasm
    ? wasm.compact(kept.length, ...addresses(kept, labels, mask.bits, ends))
    : compactPlain(space, pieces, kept, mask, ends);
  return { count: kept.length, ends: ends.subarray(0, found) };
};

/** The plain form of `compact`. Gives how many of `ends` there are. */
export const compactPlain = (
  { places, strengths, keys, near }: Space,
  { labels }: Pieces,
  kept: Int32Array,
  mask: PaddedMask,
  ends: Int32Array,
): number => {
  let found = 0;
  for (let i = 0; i < kept.length; i++) {
    const k = kept[i]!;
    const at = places[k]!;
    mask.set(at);
    if (countOf[linksOf[near[k]!]!] === 1) ends[found++] = at;
    places[i] = at;
    strengths[i] = strengths[k]!;
    keys[i] = keys[k]!;
    labels[i] = labels[k]!;
  }
  return found;
};
