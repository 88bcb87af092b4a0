/** Contours as they are stored and sent: coordinates as one array of doubles, which is cloned at once and not pair by pair. */
import type { Geometry } from '../algorithm/algorithm.js';
import type { ContourFeature } from '../algorithm/contour-feature.js';
import type { Position } from '../core/ring.js';

/** A contour with its coordinates in one array. */
export interface PackedContour {
  readonly id: string;
  readonly type: Geometry['type'];
  readonly plane?: ContourFeature['geometry']['plane'];
  /** Paths of each polygon; of other geometries one entry. */
  readonly parts: readonly number[];
  /** Positions of each path. */
  readonly lengths: readonly number[];
  readonly coordinates: Float64Array;
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

/** Packs a contour. */
export const pack = ({ id, geometry, properties }: ContourFeature): PackedContour => {
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
  return {
    id,
    type: geometry.type,
    ...(geometry.plane ? { plane: geometry.plane } : {}),
    parts: parts.map((part) => part.length),
    lengths,
    coordinates,
    properties,
  };
};

/** Unpacks a contour: the same as the one that was packed. */
export const unpack = ({ id, type, plane, parts, lengths, coordinates, properties }: PackedContour): ContourFeature => {
  let at = 0;
  const paths = lengths.map((length): Path => {
    const path: Position[] = [];
    for (let k = 0; k < length; k++, at += 2) path.push([coordinates[at]!, coordinates[at + 1]!]);
    return path;
  });
  let from = 0;
  const polygons = parts.map((count) => {
    from += count;
    return paths.slice(from - count, from);
  });
  return {
    type: 'Feature',
    id,
    geometry: { ...geometryFrom(type, polygons), ...(plane ? { plane } : {}) },
    properties,
  };
};

const geometryFrom = (type: Geometry['type'], parts: readonly (readonly Path[])[]): Geometry => {
  const [first = []] = parts;
  switch (type) {
    case 'LineString':
      return { type, coordinates: first[0] ?? [] };
    case 'Polygon':
    case 'MultiLineString':
      return { type, coordinates: first };
    case 'MultiPolygon':
      return { type, coordinates: parts };
  }
};
