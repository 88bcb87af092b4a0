/** Values from which bins pay. */
const MANY = 128;
/** Bins of values, by their topmost bits. */
const bins = new Uint32Array(256);

/**
 * The upper median, of rank ⌊n/2⌋, of n > 0 values, which it reorders. Of many values those are taken first that share a bin with
 * the median; of these it is chosen by Hoare's selection (Find, 1961).
 */
export const medianOf = (values: Uint32Array): number => {
  const rank = values.length >> 1;
  if (values.length < MANY) return select(values, rank);
  let all = 0;
  for (let i = 0; i < values.length; i++) all |= values[i]!;
  const shift = Math.max(0, 24 - Math.clz32(all));
  bins.fill(0);
  for (let i = 0; i < values.length; i++) bins[values[i]! >>> shift]!++;
  let bin = 0;
  let below = 0;
  while (below + bins[bin]! <= rank) below += bins[bin++]!;
  if (shift === 0) return bin;
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value >>> shift === bin) values[count++] = value;
  }
  return select(values.subarray(0, count), rank - below);
};

/** The value of a rank. */
const select = (values: Uint32Array, rank: number): number => {
  let left = 0;
  let right = values.length - 1;
  while (left < right) {
    const pivot = values[rank]!;
    let i = left;
    let j = right;
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i > j) break;
      const value = values[i]!;
      values[i++] = values[j]!;
      values[j--] = value;
    }
    if (j < rank) left = i;
    if (rank < i) right = j;
  }
  return values[rank]!;
};
