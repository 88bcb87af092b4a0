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
 * The mean over the pixels of parts of the share of its area that a part has of the ellipse with the same second moments (P. Rosin,
 * Measuring shape: ellipticity, rectangularity, and triangularity, 2003): 1 for ellipses, less for two that touch (.894 for equal discs), for crescents
 * and fragments. 0 where there is no part.
 *
 * @param labels number of the part of each pixel, 0 for none
 */
export const ellipticityOf = (labels: Int32Array, { width, height }: Size): number => {
  const sums = new Float64Array(SUMS * (greatest(labels) + 1));
  const [middleX, middleY] = [width >> 1, height >> 1];
  for (let i = 0, row = -middleY; i < labels.length; row++) {
    for (let column = -middleX; column < width - middleX; column++, i++) {
      if (labels[i] === 0) continue;
      const at = SUMS * labels[i]!;
      sums[at]!++;
      sums[at + 1]! += column;
      sums[at + 2]! += row;
      sums[at + 3]! += column * column;
      sums[at + 4]! += row * row;
      sums[at + 5]! += column * row;
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
