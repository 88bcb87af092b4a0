/** How likely an object has a size, by the sizes of others that it is like (ALGORITHMS D.12). */

/** Weight of a size that is not expected; one that is exactly an expected size has 1. */
const ANOTHER = 1 / 3;

/**
 * How much more likely an area is than others: each of the areas expected counts by the logistic distribution of ln area round its own, 4·a·e/(a + e)², beside a share for
 * sizes like none of them. The same for all areas where none is expected.
 */
export const likelihoodOf = (area: number, expected: readonly number[]): number =>
  expected.reduce((sum, each) => sum + (4 * area * each) / (area + each) ** 2, ANOTHER);
