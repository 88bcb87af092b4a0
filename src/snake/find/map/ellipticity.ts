/** How much the parts of a map are like ellipses. */
import type { Size } from './box-blur.js';
import { greatest } from './parts.js';

/** Second central moments of pixels along x, along y, and of both, by the sums over them of x, y, x², y² and xy. */
export const momentsOf = (area: number, [x, y, xx, yy, xy]: readonly [number, number, number, number, number]) => {
  const [middleX, middleY] = [x / area, y / area];
  return {
    // A pixel is a square, whose own variance is 1/12 along either axis.
    across: xx / area - middleX * middleX + 1 / 12,
    down: yy / area - middleY * middleY + 1 / 12,
    both: xy / area - middleX * middleY,
  };
};

/** Sums of a part's pixels, from the middle of the map: number, x, y, x², y², xy. */
const SUMS = 6;

/**
 * Mean ratio of a part's area to that of the ellipse with the same second moments, weighted by area (P. Rosin, Measuring shape: ellipticity,
 * rectangularity, and triangularity, 2003): 1 for ellipses, less for two that touch (.894 for equal discs), for crescents and fragments. 0
 * where there is no part.
 *
 * @param labels number of the part of each pixel, 0 for none
 */
export const ellipticityOf = (labels: Int32Array, { width, height }: Size): number => {
  const sums = new Float64Array(SUMS * (greatest(labels) + 1));
  const [middleX, middleY] = [width >> 1, height >> 1];
  for (let from = 0, row = -middleY; from < labels.length; from += width, row++) {
    for (let i = from; i < from + width; ) {
      const label = labels[i]!;
      const start = i;
      let [along, squares] = [0, 0];
      for (; i < from + width && labels[i] === label; i++) {
        const column = i - from - middleX;
        along += column;
        squares += column * column;
      }
      if (label === 0) continue;
      // Whole numbers, of which sums in doubles are exact; a run of pixels at a time.
      const [at, count] = [SUMS * label, i - start];
      sums[at]! += count;
      sums[at + 1]! += along;
      sums[at + 2]! += count * row;
      sums[at + 3]! += squares;
      sums[at + 4]! += count * row * row;
      sums[at + 5]! += along * row;
    }
  }
  let [count, total] = [0, 0];
  for (let at = SUMS; at < sums.length; at += SUMS) {
    const area = sums[at]!;
    if (area === 0) continue;
    const { across, down, both } = momentsOf(area, [
      sums[at + 1]!,
      sums[at + 2]!,
      sums[at + 3]!,
      sums[at + 4]!,
      sums[at + 5]!,
    ]);
    count += area;
    total += (area * area) / (4 * Math.PI * Math.sqrt(across * down - both * both));
  }
  return count === 0 ? 0 : total / count;
};
