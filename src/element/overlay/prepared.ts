/** The form of contours for drawing, made once for each contour that is drawn by itself. */

import type { Geometry } from '../../algorithm/algorithm.js';
import { pathsOf } from '../../contours/geometry.js';
import { packedPathsOf } from '../../contours/packed-geometry.js';
import type { ContourFeature } from '../../worker/protocol.js';

/** A contour's paths as flat arrays, in full-resolution pixels. */
export interface Prepared {
  readonly closed: boolean;
  /** x0, y0, x1, y1, …; rings without the repeated first vertex. */
  readonly paths: readonly Float64Array[];
}

const known = new WeakMap<ContourFeature, Prepared>();

/** The flat paths of a geometry that is packed, as views of its array; `undefined` of others. */
export const flatPathsOf = (geometry: Geometry): Prepared | undefined => {
  const packed = packedPathsOf(geometry);
  if (!packed) return undefined;
  const closed = geometry.type.endsWith('Polygon');
  let end = 0;
  const paths = packed.lengths.map((length) => {
    const from = end;
    end += 2 * length;
    return packed.coordinates.subarray(from, closed && length > 0 ? end - 2 : end);
  });
  return { closed, paths };
};

const copied = ({ geometry }: ContourFeature): Prepared => {
  const { closed, paths } = pathsOf(geometry);
  return {
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
};

/** The flat paths of a contour; the same object for the same contour. */
export const prepare = (contour: ContourFeature): Prepared => {
  const before = known.get(contour);
  if (before) return before;
  const prepared = flatPathsOf(contour.geometry) ?? copied(contour);
  known.set(contour, prepared);
  return prepared;
};
