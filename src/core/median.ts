/** The upper median, of rank ⌊n/2⌋, of n > 0 values, which it reorders: Hoare's selection (Find, 1961). */
export const medianOf = (values: Uint32Array): number => {
  const rank = values.length >> 1;
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
