import { type PaddedMask, removable } from './neighbours.js';

/**
 * Thins to lines of one pixel along the ridge of `strength`: weakest pixels first, each only if it is simple
 * (8-connected lines, 4-connected background) and no line's end. Returns the places left. With `touched`, all was thin until
 * these places came or went: only what borders on them is looked at.
 *
 * Pixels are taken in an order that has nothing to do with where they lie. So the mask is held in bits meanwhile: all of it then
 * fits a processor's second cache.
 */
export const thin = (
  mask: PaddedMask,
  places: Int32Array,
  strength: (at: number) => number,
  touched?: ArrayLike<number> & Iterable<number>,
): Int32Array => {
  // A row of the mask is whole words, so that a place is its bit.
  const words = mask.stride >>> 5;
  // One word more, for the bits beside the last.
  const present = new Int32Array(words * (mask.height + 2) + 1);
  /** A pixel whose neighbours all stayed since it was looked at stays too. */
  const settled = new Int32Array(present.length);
  const sorted = ascending(places, strength);
  let left = sorted;
  for (let k = 0; k < sorted.length; k++) {
    const bit = sorted[k]!;
    present[bit >>> 5]! |= 1 << (bit & 31);
  }
  if (touched !== undefined) {
    settled.set(present);
    for (const at of touched) unsettle(settled, at, words);
  }
  for (;;) {
    const kept = sweep(present, settled, left, words);
    if (kept.length === left.length) break;
    left = kept;
  }
  if (left.length < sorted.length) {
    for (let k = 0; k < sorted.length; k++) {
      const at = sorted[k]!;
      if (((present[at >>> 5]! >>> (at & 31)) & 1) === 0) mask.data[at] = 0;
    }
  }
  return left;
};

/** Looks once at each pixel that is not settled; gives those that stay, in the same order. */
const sweep = (present: Int32Array, settled: Int32Array, left: Int32Array, words: number): Int32Array<ArrayBuffer> => {
  const kept = new Int32Array(left.length);
  let count = 0;
  for (let k = 0; k < left.length; k++) {
    const bit = left[k]!;
    if (((settled[bit >>> 5]! >>> (bit & 31)) & 1) === 0) {
      const word = (bit - 1) >>> 5;
      const shift = (bit - 1) & 31;
      let above = present[word - words]! >>> shift;
      let beside = present[word]! >>> shift;
      let below = present[word + words]! >>> shift;
      if (shift > 29) {
        above |= present[word - words + 1]! << (32 - shift);
        beside |= present[word + 1]! << (32 - shift);
        below |= present[word + words + 1]! << (32 - shift);
      }
      if (removableAmong[((above & 7) << 6) | ((beside & 7) << 3) | (below & 7)] === 1) {
        present[bit >>> 5]! &= ~(1 << (bit & 31));
        unsettle(settled, bit, words);
        continue;
      }
      settled[bit >>> 5]! |= 1 << (bit & 31);
    }
    kept[count++] = bit;
  }
  return kept.subarray(0, count);
};

/** A pixel came or went: it and its neighbours are to be looked at. */
const unsettle = (settled: Int32Array, bit: number, words: number): void => {
  const word = (bit - 1) >>> 5;
  const shift = (bit - 1) & 31;
  const here = ~(7 << shift);
  for (let at = word - words; at <= word + words; at += words) settled[at]! &= here;
  if (shift <= 29) return;
  const next = ~(7 >>> (32 - shift));
  for (let at = word - words + 1; at <= word + words + 1; at += words) settled[at]! &= next;
};

/** `removable` by three bits of each of three rows, W in the lowest: the row above, the pixel's own, and the row below. */
const removableAmong = Uint8Array.from({ length: 512 }, (_, rows) => {
  const of = (bit: number, neighbour: number): number => ((rows >>> bit) & 1) << neighbour;
  const above = of(6, 5) | of(7, 6) | of(8, 7);
  const beside = of(3, 4) | of(5, 0);
  const below = of(0, 3) | of(1, 2) | of(2, 1);
  return removable[above | beside | below]!;
});

/** Stable counting sort by strength, in 4096 steps. */
const ascending = (places: Int32Array, strength: (at: number) => number): Int32Array<ArrayBuffer> => {
  let most = 1;
  const keys = new Uint32Array(places.length);
  for (let i = 0; i < keys.length; i++) {
    keys[i] = strength(places[i]!);
    most = Math.max(most, keys[i]!);
  }
  const shift = Math.max(0, 20 - Math.clz32(most));
  const starts = new Uint32Array((most >>> shift) + 2);
  for (const key of keys) starts[(key >>> shift) + 1]!++;
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  const sorted = new Int32Array(places.length);
  for (let i = 0; i < places.length; i++) sorted[starts[keys[i]! >>> shift]!++] = places[i]!;
  return sorted;
};
