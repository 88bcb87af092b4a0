/** Outlines whose rings cross themselves, as the tools would have drawn them: without crossings, and of the same shape. */

import type { Geometry } from '../../algorithm/algorithm.js';
import { meetingOf, withoutCrossings } from '../../algorithm/shapes/crossings.js';
import { pathsOf } from '../geometry.js';
import { inArrays, packedPathsOf } from '../packed-geometry.js';

/** The geometry without crossings, as of `withoutCrossings`. Packed positions stay packed where nothing crosses. */
export const uncrossed = (geometry: Geometry): Geometry => {
  if (!meetsItself(geometry)) return geometry;
  const arrays = inArrays(geometry);
  const without = withoutCrossings(arrays);
  return without === arrays ? geometry : without;
};

/** Tells whether a ring crosses or touches itself. Packed positions stay packed. */
const meetsItself = (geometry: Geometry): boolean => {
  const packed = packedPathsOf(geometry);
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return false;
  if (!packed) return pathsOf(geometry).paths.some((ring) => meetingOf(ring.flat(), 0, ring.length) !== undefined);
  let from = 0;
  return packed.lengths.some((length) => {
    const meets = meetingOf(packed.coordinates, from, length) !== undefined;
    from += 2 * length;
    return meets;
  });
};
