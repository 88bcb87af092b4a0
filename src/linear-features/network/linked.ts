/** The skeleton with its gaps linked, as a new space. */
import { stepOf } from '../kernels/shared/thinning-words.js';
import type { Candidates } from './candidates.js';
import { type Compact, compact } from './compact.js';
import { type LinkOptions, linkGaps, type PlacedPieces, type StrengthBoxes } from './link.js';
import { type MaskSize, PaddedMask } from './padded-mask.js';
import { Pieces } from './pieces.js';
import { Room } from './room.js';
import { Space } from './space.js';

/** A thin mask with its gaps linked. */
export interface Linked {
  readonly space: Space;
  readonly room: Room;
  readonly links: number;
  /** Ends from which no link was searched, because there were too many. */
  readonly left: number;
}

/** What is left of the candidates. */
interface Left {
  readonly pieces: Pieces;
  /** Its pixels, in row order. */
  readonly kept: Int32Array;
  /** Size of the part of the response. */
  readonly size: MaskSize;
}

/** Bytes per pixel of the skeleton and its graph; most of them are never written to. */
const BYTES = 100;

/**
 * Links the gaps of a skeleton, and thins the surroundings of the links. The given space is no longer valid.
 * @param fast false to use the plain forms only
 */
export const linked = async (
  { space, shift, room: before }: Pick<Candidates, 'space' | 'shift' | 'room'>,
  { pieces, kept, size }: Left,
  boxes: StrengthBoxes,
  options: LinkOptions,
  fast: boolean,
): Promise<Linked> => {
  const mask = new PaddedMask(size.width, size.height, (words) => before.zeros(words));
  const left = compact(space, pieces, kept, mask, before);
  const { drawn, ...links } = await linkGaps(mask, left.ends, boxes, options, piecesOf(space, left, pieces, mask));
  const room = new Room(BYTES * (left.count + drawn.length), fast);
  const own = new Space(left.count + drawn.length, space.stride, room);
  const copy = (from: number, until: number, to: number): void => {
    own.places.set(space.places.subarray(from, until), to);
    own.strengths.set(space.strengths.subarray(from, until), to);
    own.keys.set(space.keys.subarray(from, until), to);
  };
  let done = 0;
  const came = [...drawn]
    .sort((a, b) => a.at - b.at)
    .map(({ at, strength }, before) => {
      const until = firstFrom(space.places, done, left.count, at);
      copy(done, until, done + before);
      done = until;
      const k = until + before;
      own.places[k] = at;
      own.strengths[k] = strength;
      own.keys[k] = stepOf(strength, shift);
      return k;
    });
  copy(done, left.count, done + came.length);
  Pieces.without(own);
  own.mend(came);
  return { space: own, room, ...links };
};

/** The first of the pixels [low, high) whose place is `at` or after it; `high` where there is none. */
const firstFrom = (places: Int32Array, low: number, high: number, at: number): number => {
  let [from, until] = [low, high];
  while (from < until) {
    const middle = (from + until) >> 1;
    if (places[middle]! < at) from = middle + 1;
    else until = middle;
  }
  return from;
};

/** The pieces of pixels by their places. */
const piecesOf = (
  { places }: Space,
  { count }: Compact,
  pieces: Pieces,
  { stride, height }: PaddedMask,
): PlacedPieces => {
  /** The first pixel of each row. */
  const rows = new Int32Array(height + 3);
  for (let row = 0, i = 0; row < rows.length; row++) {
    i = firstFrom(places, i, count, row * stride);
    rows[row] = i;
  }
  const pixelAt = (at: number): number => {
    const row = Math.floor(at / stride);
    return firstFrom(places, rows[row]!, rows[row + 1]!, at);
  };
  return {
    of: (at) => pieces.of(pixelAt(at)),
    join: (a, b) => pieces.join(pixelAt(a), pixelAt(b)),
  };
};
