/** Sizes of a pixel that any image can be measured with: its area, of sides up to 2⁵³ pixels, is still a number. */

/** Largest size of a pixel, and the inverse of the smallest, in any unit. */
export const MOST_SIZE = 1e100;

/** Whether a value is a size that pixels can have. */
export const isPixelSize = (value: unknown): value is number =>
  typeof value === 'number' && value >= 1 / MOST_SIZE && value <= MOST_SIZE;
