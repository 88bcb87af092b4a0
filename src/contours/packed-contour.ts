/** Contours for storage and messages: coordinates are one array of doubles, which is cloned as a whole and not pair by pair. */
import type { Geometry } from '../algorithm/algorithm.js';
import type { ContourFeature } from '../algorithm/contour-feature.js';
import type { Position } from '../core/geometry/ring.js';
import { type PackedPaths, packedGeometry, packedPathsOf } from './packed-geometry.js';

/** A contour with its coordinates in one array. */
export interface PackedContour extends PackedPaths {
  readonly id: string;
  readonly type: Geometry['type'];
  readonly plane?: ContourFeature['geometry']['plane'];
  readonly properties: ContourFeature['properties'];
}

type Path = readonly Position[];

const partsOf = (geometry: Geometry): readonly (readonly Path[])[] => {
  switch (geometry.type) {
    case 'LineString':
      return [[geometry.coordinates]];
    case 'Polygon':
    case 'MultiLineString':
      return [geometry.coordinates];
    case 'MultiPolygon':
      return geometry.coordinates;
  }
};

/** Packs a contour; its array of coordinates is not shared. */
export const pack = ({ id, geometry, properties }: ContourFeature): PackedContour => ({
  id,
  type: geometry.type,
  ...(geometry.plane ? { plane: geometry.plane } : {}),
  ...pathsIn(geometry),
  properties,
});

const pathsIn = (geometry: Geometry): PackedPaths => {
  const packed = packedPathsOf(geometry);
  // Contours may share a buffer, which would be stored or sent completely with each of them.
  if (packed) return { ...packed, coordinates: packed.coordinates.slice() };
  const parts = partsOf(geometry);
  const paths = parts.flat();
  const lengths = paths.map((path) => path.length);
  const coordinates = new Float64Array(2 * lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const path of paths) {
    for (const [x, y] of path) {
      coordinates[at++] = x;
      coordinates[at++] = y;
    }
  }
  return { parts: parts.map((part) => part.length), lengths, coordinates };
};

/** Restores the contour that was packed. Its coordinates stay packed until they are first read. */
export const unpack = ({ id, type, plane, properties, ...paths }: PackedContour): ContourFeature => ({
  type: 'Feature',
  id,
  geometry: packedGeometry(type, paths, plane),
  properties,
});
