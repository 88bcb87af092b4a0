/** Rectangles that lie in others. */
import type { Rect } from './rect.js';

/** Whether all of a rectangle lies in another one; sides may coincide. */
export const liesWithin = (inner: Rect, { x, y, width, height }: Rect): boolean =>
  inner.x >= x && inner.y >= y && inner.x + inner.width <= x + width && inner.y + inner.height <= y + height;
