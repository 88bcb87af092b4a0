import { ofRank } from './rank.js';

/** Minimum number of values for which bins are faster. */
const MANY = 128;
/** Bins of values, by their most significant bits. */
const bins = new Uint32Array(256);

/**
 * The upper median, of rank ⌊n/2⌋, of n > 0 values, which it reorders. Many values are first reduced to those that share the median's most
 * significant bits, then the next bits; the remaining few go to Hoare's selection (Find, 1961).
 */
export const medianOf = (values: Uint32Array): number => {
  let rank = values.length >> 1;
  let count = values.length;
  let all = 0;
  if (count >= MANY) for (let i = 0; i < count; i++) all |= values[i]!;
  let bits = 32 - Math.clz32(all);
  while (count >= MANY && bits > 0) {
    const shift = Math.max(0, bits - 8);
    // Above these bits all remaining values are equal.
    const mask = bins.length - 1;
    bins.fill(0);
    for (let i = 0; i < count; i++) bins[(values[i]! >>> shift) & mask]!++;
    let bin = 0;
    while (bins[bin]! <= rank) rank -= bins[bin++]!;
    let left = 0;
    for (let i = 0; i < count; i++) {
      const value = values[i]!;
      if (((value >>> shift) & mask) === bin) values[left++] = value;
    }
    count = left;
    bits = shift;
  }
  return bits === 0 && count >= MANY ? values[0]! : ofRank(values.subarray(0, count), rank)!;
};
