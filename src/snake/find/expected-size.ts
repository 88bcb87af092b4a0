/** Likelihood of an object's size, given the sizes of similar objects (ALGORITHMS D.12). */

/** Weight of a size that is not expected; one that is exactly an expected size has 1. */
const ANOTHER = 1 / 3;

/**
 * Relative likelihood of an area: the sum of 4·a·e/(a + e)², the logistic distribution of ln area, over the expected areas, plus a constant
 * for other sizes. The same for all areas where none is expected.
 */
export const likelihoodOf = (area: number, expected: readonly number[]): number =>
  expected.reduce((sum, each) => sum + (4 * area * each) / (area + each) ** 2, ANOTHER);
