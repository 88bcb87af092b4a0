/** Shifts geometries. */
import type { Geometry } from '../../algorithm/algorithm.js';
import type { Position } from '../../core/geometry/ring.js';
import type { Point } from '../geometry.js';

/** A geometry shifted by a number of pixels, on the same slice. */
export const shifted = (geometry: Geometry, { x, y }: Point): Geometry => {
  const path = (positions: readonly Position[]): Position[] => positions.map(([a, b]): Position => [a + x, b + y]);
  switch (geometry.type) {
    case 'LineString':
      return { ...geometry, coordinates: path(geometry.coordinates) };
    case 'Polygon':
    case 'MultiLineString':
      return { ...geometry, coordinates: geometry.coordinates.map(path) };
    case 'MultiPolygon':
      return { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(path)) };
  }
};
