/** Powers of two by doubling, which is exact: ECMAScript leaves the last bit of `Math.log2` to the implementation. */

/** The least power of two that is at least `value`; 1 for less than 1. */
export const powerFrom = (value: number): number => {
  let power = 1;
  while (power < value) power *= 2;
  return power;
};

/** The greatest power of two that is at most `value`; 1 for less than 1. */
export const powerUpTo = (value: number): number => {
  let power = 1;
  while (2 * power <= value) power *= 2;
  return power;
};
