import type { PaddedMask } from './neighbours.js';
import { Room } from './room.js';
import { Space, shiftOf, stepOf } from './space.js';

/** Marked pixels that pass a threshold. */
export interface Candidates {
  readonly space: Space;
  readonly room: Room;
  /** By how many bits a strength is shifted to be a step. */
  readonly shift: number;
  /** Pixels left out, because there were too many. */
  readonly left: number;
}

/** Bytes for each pixel of a space, its pieces and what thinning needs. */
const BYTES = 48;

/**
 * The marked pixels that pass the low threshold, in the order of the rows.
 * @param marks y·width + x and the strength of each, two words
 * @param mask as large as the part of the response that they are of
 * @param limit most pixels
 * @param fast false for the plain forms alone
 */
export const candidatesIn = (
  marks: Uint32Array,
  mask: PaddedMask,
  low: number,
  limit: number,
  fast = true,
): Candidates => {
  const least = Math.ceil(low);
  let [found, end, most] = [0, 0, 1];
  for (let k = 1; k < marks.length; k += 2) {
    const strength = marks[k]!;
    if (strength < least || found++ >= limit) continue;
    end = k + 1;
    if (strength > most) most = strength;
  }
  const count = Math.min(found, limit);
  const room = new Room(BYTES * count + 4 * end, fast);
  const space = new Space(count, mask.stride, room);
  const shift = shiftOf(most);
  const passing = marks.subarray(0, end);
  const moved = room.words(end);
  const { wasm } = space;
  if (wasm) {
    moved.set(passing);
    wasm.place(moved.byteOffset, end / 2, mask.width, least, shift);
  } else placePlain(space, passing, mask.width, least, shift);
  return { space, room, shift, left: found - count };
};

/** The plain form of what sets places, strengths and steps. */
export const placePlain = (
  { places, strengths, keys, stride }: Space,
  marks: Uint32Array,
  width: number,
  least: number,
  shift: number,
): void => {
  let count = 0;
  // Of the row of the pixel: its end, and how far its pixels are from their places.
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
    keys[count++] = stepOf(strength, shift);
  }
};
