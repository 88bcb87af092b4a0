import { type PaddedMask, removable } from './neighbours.js';

/**
 * Thins to lines of one pixel along the ridge of `strength`: weakest pixels first, each only if it is simple
 * (8-connected lines, 4-connected background) and no line's end. Returns the places left. With `touched`, all was thin until
 * these places came or went: only what borders on them is looked at.
 */
export const thin = (
  mask: PaddedMask,
  places: Int32Array,
  strength: (at: number) => number,
  touched?: ArrayLike<number> & Iterable<number>,
): Int32Array => {
  const { data, steps, flags: settled } = mask;
  if (touched !== undefined) {
    for (const at of places) settled[at] = 1;
    for (const at of touched) {
      settled[at] = 0;
      for (let n = 0; n < 8; n++) settled[at + steps[n]!] = 0;
    }
  }
  let left = ascending(places, strength);
  // A pixel whose neighbours all stayed since it was looked at stays too.
  for (;;) {
    let count = 0;
    const kept = new Int32Array(left.length);
    for (const at of left) {
      if (settled[at] === 0 && removable[mask.around(at)] === 1) {
        data[at] = 0;
        for (let n = 0; n < 8; n++) settled[at + steps[n]!] = 0;
      } else {
        settled[at] = 1;
        kept[count++] = at;
      }
    }
    if (count === left.length) break;
    left = kept.subarray(0, count);
  }
  for (const at of left) settled[at] = 0;
  return left;
};

/** Stable counting sort by strength, in 4096 steps. */
const ascending = (places: Int32Array, strength: (at: number) => number): Int32Array => {
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
