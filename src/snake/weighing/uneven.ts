/** Whether a contour fits the box that was drawn round its object (ALGORITHMS D.14). */

import { type Border, RADIUS } from '../../algorithm/evidence/box-prior.js';
import type { Box } from '../../core/geometry/rect.js';

/** A user's box, which of its sides are the image's, and the bounds of the contour that was found in it: all in pixels of one domain. */
export interface Boxed {
  readonly box: Box;
  readonly border: Border;
  readonly its: Box;
}

/** Maximum difference of two spaces, as a share of the box: the space between the box prior's body and a side. */
const MOST = (1 - RADIUS) / 2;

/**
 * Whether a contour leaves much more space at one side of its box than at another. The object itself leaves about the same at each side, whether the box was drawn
 * tightly or loosely. A side on the image's border may cut the object off, and is ignored.
 */
export const isUneven = ({ box, border, its }: Boxed): boolean => {
  const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
  const spaces: number[] = [];
  if (!border.left) spaces.push((its.x0 - box.x0) / width);
  if (!border.right) spaces.push((box.x1 - its.x1) / width);
  if (!border.top) spaces.push((its.y0 - box.y0) / height);
  if (!border.bottom) spaces.push((box.y1 - its.y1) / height);
  return Math.max(...spaces) - Math.min(...spaces) >= MOST;
};
