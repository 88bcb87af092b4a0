/** Lists of number pairs: x and y of the vertices of a flat ring, or start and end of the runs of a row. */

/** Visits the pairs of a list in their order. Its length is even. */
export const eachPair = (list: ArrayLike<number>, visit: (first: number, second: number) => void): void => {
  for (let k = 0; k < list.length; k += 2) visit(list[k]!, list[k + 1]!);
};
