/** Order statistics. */

/** The value of a rank, 0 the smallest; reorders the values (Hoare, Find, 1961). `undefined` where the rank is out of range. */
export const ofRank = (values: Float64Array | Uint32Array, rank: number): number | undefined => {
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
  return values[rank];
};
