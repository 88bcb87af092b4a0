/** Distinguishes a contour of the object in a user's box from one of another object beside it. */

import type { Box } from '../core/geometry/rect.js';
import { positionsOf, type Ring } from '../core/geometry/ring.js';
import { ringSpans } from '../core/geometry/scanline.js';

/**
 * Whether more than half of a contour's pixels lie outside the box: it then probably belongs to another object.
 * @param ring whole pixels of a lattice
 * @param box on the same lattice
 */
export const hasStrayed = (ring: Ring, { x0, y0, x1, y1 }: Box): boolean => {
  const { top, rows } = ringSpans([positionsOf(ring)]);
  let [all, within] = [0, 0];
  rows.forEach((runs, row) => {
    const covered = top + row >= y0 && top + row < y1;
    for (let k = 0; k < runs.length; k += 2) {
      const [from, to] = [runs[k]!, runs[k + 1]!];
      all += to - from;
      if (covered) within += Math.max(0, Math.min(to, x1) - Math.max(from, x0));
    }
  });
  return 2 * within < all;
};
