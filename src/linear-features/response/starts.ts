/** Puts in the place of each count the sum of those before it: where its items start. Gives the sum of all. */
export const startsOf = (counts: Uint32Array): number => {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) {
    const own = counts[i]!;
    counts[i] = sum;
    sum += own;
  }
  return sum;
};
