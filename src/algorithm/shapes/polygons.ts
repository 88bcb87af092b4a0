import type { Position } from '../../core/geometry/ring.js';
import type { Geometry } from '../algorithm.js';

/** Polygons as lists of rings; none for lines. */
export const polygonsOf = (geometry: Geometry): readonly (readonly (readonly Position[])[])[] => {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
};
