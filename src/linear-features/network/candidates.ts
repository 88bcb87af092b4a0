import { STRONG, shiftOf, stepOf } from '../kernels/shared/thinning-words.js';
import type { Skeleton } from '../response/skeleton.js';
import { type MaskSize, maskWords, strideOf } from './padded-mask.js';
import { Room } from './room.js';
import { Space } from './space.js';

/** Marked pixels that pass a threshold. */
export interface Candidates {
  readonly space: Space;
  readonly room: Room;
  /** Number of bits by which a strength is shifted to get its step. */
  readonly shift: number;
  /** Pixels left out, because there were too many. */
  readonly left: number;
}

/**
 * Bytes per pixel for a space, its pieces, thinning, and the ends of its lines; plus a reserve, which is not written to, so that the same memory
 * holds the arrays of its lines later.
 */
const BYTES = 52 + 40;

/**
 * The marked pixels that pass the low threshold, in the order of the rows.
 * @param marks y·width + x and the strength of each, two words
 * @param size of the part of the response
 * @param limit maximum number of pixels; the row that would exceed it, and all rows below, are left out
 * @param fast false to use the plain forms only
 */
export const candidatesIn = (
  marks: Uint32Array,
  size: MaskSize,
  low: number,
  limit: number,
  fast = true,
): Candidates => {
  const least = Math.ceil(low);
  const pixels = Math.min(marks.length / 2, limit);
  const room = new Room(BYTES * pixels + 4 * (marks.length + maskWords(size) + size.height), fast);
  const given = room.words(marks.length);
  const tally = room.words(TALLY);
  const { wasm } = room;
  if (wasm) given.set(marks);
  const count = (taken: number): void => {
    if (wasm) wasm.tally(given.byteOffset, marks.length / 2, least, taken, tally.byteOffset);
    else tallyPlain(marks, least, taken, tally);
  };
  count(limit);
  const taken = tally[0]! > limit ? inWholeRows(marks, { width: size.width, least, limit, end: tally[1]! }) : limit;
  if (taken < limit) count(taken);
  const [found, end, most] = [tally[0]!, tally[1]!, tally[2]!];
  const space = new Space(Math.min(found, taken), strideOf(size.width), room);
  const shift = shiftOf(most);
  if (space.wasm) space.wasm.place(given.byteOffset, end, size.width, least, shift);
  else placePlain(space, marks.subarray(0, 2 * end), size.width, least, shift);
  return { space, room, shift, left: found - space.count };
};

/**
 * The pixels of a skeleton that kernels thinned, as a space. Strengths still have the mark of strong pieces.
 * @param size of the part of the response
 * @param fast false to use the plain forms only
 */
export const skeletonIn = ({ pixels, most, left }: Skeleton, size: MaskSize, fast = true): Candidates => {
  const count = pixels.length / 2;
  const room = new Room(BYTES * count + 4 * (pixels.length + maskWords(size) + size.height), fast);
  const given = room.words(pixels.length);
  given.set(pixels);
  const space = new Space(count, strideOf(size.width), room);
  const shift = shiftOf(most);
  if (space.wasm) space.wasm.place(given.byteOffset, count, size.width, 0, shift);
  else placePlain(space, given, size.width, 0, shift);
  return { space, room, shift, left };
};

/** What is taken of the marks: those of at least the strength `least`, `limit` of them, the last before `end`. */
interface Taken {
  /** Pixels of a row. */
  readonly width: number;
  readonly least: number;
  readonly limit: number;
  readonly end: number;
}

/** The number of the first `limit` passing pixels that lie in complete rows. The last of the `limit` pixels is the mark before `end`. */
const inWholeRows = (marks: Uint32Array, { width, least, limit, end }: Taken): number => {
  const rowOf = (mark: number): number => Math.floor(marks[2 * mark]! / width);
  const passes = (mark: number): boolean => marks[2 * mark + 1]! >= least;
  let next = end;
  while (!passes(next)) next++;
  const row = rowOf(next);
  let taken = limit;
  for (let mark = end - 1; mark >= 0 && rowOf(mark) === row; mark--) if (passes(mark)) taken--;
  return taken;
};

/** Words of a tally: the number of passing marks, the number of marks up to the last one taken, and the maximum strength of those taken. */
const TALLY = 3;

/** The plain form of the count of marks, which is written to `tally`. The maximum strength is at least 1. */
const tallyPlain = (marks: Uint32Array, least: number, limit: number, tally: Uint32Array): void => {
  let [found, end, most] = [0, 0, 1];
  for (let k = 1; k < marks.length; k += 2) {
    const strength = marks[k]!;
    if (strength < least || found++ >= limit) continue;
    end = (k + 1) / 2;
    if (strength > most) most = strength;
  }
  tally.set([found, end, most]);
};

/** The plain form of the loop that sets places, strengths and steps. */
const placePlain = (
  { places, strengths, keys, stride }: Space,
  marks: Uint32Array,
  width: number,
  least: number,
  shift: number,
): void => {
  let count = 0;
  // For the row of the pixel: its end, and the offset from pixels to places.
  let end = 0;
  let aside = 0;
  for (let k = 0; k < marks.length; k += 2) {
    const strength = marks[k + 1]!;
    if (strength < least) continue;
    const i = marks[k]!;
    if (i >= end) {
      const y = Math.floor(i / width);
      end = (y + 1) * width;
      aside = (y + 1) * stride + 1 - y * width;
    }
    places[count] = i + aside;
    strengths[count] = strength;
    keys[count++] = stepOf(strength % STRONG, shift);
  }
};
