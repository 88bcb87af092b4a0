import type { PaddedMask } from './neighbours.js';

/**
 * Hysteresis: clears the 8-connected components of `mask` that `keeps` refuses. Gives the places of the others, one component after
 * the other, and appends to `ends` where each ends among them.
 */
export const filterComponents = (
  mask: PaddedMask,
  places: Int32Array,
  keeps: (component: Int32Array) => boolean,
  ends?: number[],
): Int32Array => {
  const { data, steps } = mask;
  const kept = new Int32Array(places.length);
  let count = 0;
  // 1 waits, 2 is being visited or stays.
  for (const start of places) {
    if (data[start] !== 1) continue;
    const from = count;
    data[start] = 2;
    kept[count++] = start;
    for (let next = from; next < count; next++) {
      for (let n = 0; n < 8; n++) {
        const at = kept[next]! + steps[n]!;
        if (data[at] !== 1) continue;
        data[at] = 2;
        kept[count++] = at;
      }
    }
    if (keeps(kept.subarray(from, count))) {
      ends?.push(count);
      continue;
    }
    for (let i = from; i < count; i++) data[kept[i]!] = 0;
    count = from;
  }
  for (let i = 0; i < count; i++) data[kept[i]!] = 1;
  return kept.slice(0, count);
};
