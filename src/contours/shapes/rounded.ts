/** Rounds coordinates for files: a hundredth of a pixel is finer than the accuracy of any edge. */
import type { Geometry } from '../../algorithm/algorithm.js';
import type { ContourFeature } from '../../algorithm/contour-feature.js';
import type { Position } from '../../core/geometry/ring.js';

const round = (value: number): number => Math.round(value * 100) / 100;

const isRound = ([x, y]: Position): boolean => round(x) === x && round(y) === y;

const path = (positions: readonly Position[]): readonly Position[] =>
  positions.every(isRound) ? positions : positions.map(([x, y]): Position => [round(x), round(y)]);

const each = <T>(list: readonly T[], change: (item: T) => T): readonly T[] => {
  const changed = list.map(change);
  return changed.every((item, k) => item === list[k]) ? list : changed;
};

const roundedGeometry = (geometry: Geometry): Geometry => {
  switch (geometry.type) {
    case 'LineString':
      return { ...geometry, coordinates: path(geometry.coordinates) };
    case 'Polygon':
    case 'MultiLineString':
      return { ...geometry, coordinates: each(geometry.coordinates, path) };
    case 'MultiPolygon':
      return { ...geometry, coordinates: each(geometry.coordinates, (rings) => each(rings, path)) };
  }
};

/** A contour whose coordinates are whole hundredths of a pixel; the same one where they are already. */
export const rounded = (contour: ContourFeature): ContourFeature => {
  const geometry = roundedGeometry(contour.geometry);
  return geometry.coordinates === contour.geometry.coordinates ? contour : { ...contour, geometry };
};
