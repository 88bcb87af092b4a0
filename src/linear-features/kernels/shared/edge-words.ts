/** Offsets of the words of the window: the image's size and bits, the number of points, and the strength at which a line ends. */
export const E = { width: 0, height: 1, bits: 2, count: 3, weak: 4, words: 8 } as const;

/** Words of a point: its pixel in x and y, fractions with the numbers of its neighbours, the step across the line. */
export const POINT_WORDS = 4;
