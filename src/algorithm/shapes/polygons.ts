import type { Position } from '../../core/geometry/ring.js';
import type { Geometry } from '../algorithm.js';

/** Polygons as lists of rings; none for lines. */
export const polygonsOf = (geometry: Geometry): readonly (readonly (readonly Position[])[])[] => {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
};

/** A Polygon of one polygon, a MultiPolygon of several; `undefined` of none. */
export const polygonal = (polygons: readonly (readonly (readonly Position[])[])[]): Geometry | undefined => {
  const [first] = polygons;
  if (first === undefined) return undefined;
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: first }
    : { type: 'MultiPolygon', coordinates: polygons };
};
