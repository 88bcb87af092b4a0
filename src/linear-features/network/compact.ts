/** Compacts the remaining pixels of a thinned space. */
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
 * Moves the data of `kept`, pixels in row order, to the start of the arrays of a space and its pieces. The data of all other pixels and the
 * neighbour relations are lost. Draws the pixels into an empty mask.
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

/** The plain form of `compact`. Returns the number of `ends`. */
const compactPlain = (
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
