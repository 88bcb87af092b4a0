/** The form of contours for drawing and hit tests, made once for each contour. */

import { boundsOf, pathsOf } from '../../contours/geometry.js';
import type { Box } from '../../core/rect.js';
import type { ContourFeature } from '../../worker/protocol.js';

export interface Prepared {
  readonly bounds: Box;
  readonly closed: boolean;
  /** x0, y0, x1, y1, …; rings without the repeated first vertex. */
  readonly paths: readonly Float64Array[];
}

const known = new WeakMap<ContourFeature, Prepared>();

/** The flat paths and the bounds of a contour; the same object for the same contour. */
export const prepare = (contour: ContourFeature): Prepared => {
  const before = known.get(contour);
  if (before) return before;
  const { closed, paths } = pathsOf(contour.geometry);
  const prepared: Prepared = {
    bounds: boundsOf(contour.geometry),
    closed,
    paths: paths.map((path) => {
      const count = closed ? path.length - 1 : path.length;
      const flat = new Float64Array(2 * count);
      for (let k = 0; k < count; k++) {
        flat[2 * k] = path[k]![0];
        flat[2 * k + 1] = path[k]![1];
      }
      return flat;
    }),
  };
  known.set(contour, prepared);
  return prepared;
};

/** Tells whether two boxes share a point, borders included. */
export const overlaps = (a: Box, b: Box): boolean => a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
