/** The sides of outlines on which the user's marks lie. */

import type { Ring } from '../../core/geometry/ring.js';
import { isInside, meetingPoint } from '../../core/geometry/segments.js';
import type { Stroke } from '../hints.js';

/** One stroke or click. */
export interface Mark {
  readonly stroke: Stroke;
  readonly inside: boolean;
}

/** Whether a ring of full-resolution pixels has all of a mark strictly on its side. */
export const isMet = (ring: Ring, { stroke, inside }: Mark): boolean => {
  if (isInside(ring, stroke[0]!) !== inside) return false;
  // If no part of the stroke meets the ring, all of it lies on the side of its first point.
  const points = stroke.length === 1 ? [stroke[0]!, stroke[0]!] : stroke;
  for (let k = 1; k < points.length; k++) {
    const [a, b] = [points[k - 1]!, points[k]!];
    const [left, right, top, bottom] = [
      Math.min(a[0], b[0]),
      Math.max(a[0], b[0]),
      Math.min(a[1], b[1]),
      Math.max(a[1], b[1]),
    ];
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [px, py, qx, qy] = [ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!];
      if (
        (px < left && qx < left) ||
        (px > right && qx > right) ||
        (py < top && qy < top) ||
        (py > bottom && qy > bottom)
      )
        continue;
      if (meetingPoint(a, b, [px, py], [qx, qy])) return false;
    }
  }
  return true;
};
