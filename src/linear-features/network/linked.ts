/** The skeleton with its gaps linked, as a space of its own. */
import type { Candidates } from './candidates.js';
import { type LinkOptions, linkGaps, type PlacedPieces, type StrengthBoxes } from './link.js';
import { countOf, linksOf, type PaddedMask } from './neighbours.js';
import { Pieces } from './pieces.js';
import { Room } from './room.js';
import { Space, stepOf } from './space.js';

/** A thin mask with its gaps linked. */
export interface Linked {
  readonly space: Space;
  readonly room: Room;
  readonly links: number;
  /** Ends from which no link was sought, because there were too many. */
  readonly left: number;
}

/** Bytes for each pixel of the skeleton and its graph; most of these are never written to. */
const BYTES = 100;

/**
 * Links the gaps of a skeleton, and thins what is around the links.
 * @param kept its pixels, in the order of the rows
 * @param mask as large as the part of the response that they are of, empty
 * @param fast false for the plain forms alone
 */
export const linked = async (
  { space, shift }: Pick<Candidates, 'space' | 'shift'>,
  kept: Int32Array,
  pieces: Pieces,
  mask: PaddedMask,
  boxes: StrengthBoxes,
  options: LinkOptions,
  fast: boolean,
): Promise<Linked> => {
  const { places, strengths, near } = space;
  const ends = options.gap > 0 ? kept.filter((k) => countOf[linksOf[near[k]!]!] === 1) : kept.subarray(0, 0);
  if (ends.length > 0) for (let i = 0; i < kept.length; i++) mask.set(places[kept[i]!]!);
  const { drawn, links, left } = await linkGaps(
    mask,
    ends.map((k) => places[k]!),
    boxes,
    options,
    piecesOf(places, kept, pieces, mask),
  );
  const room = new Room(BYTES * (kept.length + drawn.length), fast);
  const own = new Space(kept.length + drawn.length, space.stride, room);
  const added = [...drawn].sort((a, b) => a.at - b.at);
  const came: number[] = [];
  for (let i = 0, j = 0, k = 0; k < own.count; k++) {
    const next = added[j];
    if (next && (i === kept.length || next.at < places[kept[i]!]!)) {
      own.places[k] = next.at;
      own.strengths[k] = next.strength;
      came.push(k);
      j++;
    } else {
      const pixel = kept[i++]!;
      own.places[k] = places[pixel]!;
      own.strengths[k] = strengths[pixel]!;
    }
    own.keys[k] = stepOf(own.strengths[k]!, shift);
  }
  Pieces.of(own, 0, room);
  own.mend(came);
  return { space: own, room, links, left };
};

/** The pieces of pixels by their places. */
const piecesOf = (places: Int32Array, kept: Int32Array, pieces: Pieces, mask: PaddedMask): PlacedPieces => {
  const { stride, height } = mask;
  /** The first pixel of each row. */
  const rows = new Int32Array(height + 3);
  for (let i = 0, row = 0; i <= kept.length; i++) {
    const last = i === kept.length ? height + 2 : Math.floor(places[kept[i]!]! / stride);
    while (row < last) rows[++row] = i;
  }
  const pixelAt = (at: number): number => {
    const row = Math.floor(at / stride);
    let [low, high] = [rows[row]!, rows[row + 1]! - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[kept[middle]!]! < at) low = middle + 1;
      else high = middle;
    }
    return kept[low]!;
  };
  return {
    of: (at) => pieces.of(pixelAt(at)),
    join: (a, b) => pieces.join(pixelAt(a), pixelAt(b)),
  };
};
