/** Checks of a geometry that a caller gives to be measured. */
import type { Geometry } from '../../algorithm/algorithm.js';
import { badParameter, show } from '../../core/errors.js';

const DEPTHS: Readonly<Record<string, number>> = { LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 };

/** A geometry whose coordinates are within ±2⁵³, so that its area is a finite number. Throws `bad-parameter`. */
export const checkGeometry = (geometry: unknown): Geometry => {
  if (isGeometry(geometry)) return geometry;
  const wanted =
    'it must be a GeoJSON Polygon, MultiPolygon, LineString or MultiLineString of numbers from −2⁵³ to 2⁵³';
  throw badParameter('geometry', show(geometry), wanted);
};

const isGeometry = (geometry: unknown): geometry is Geometry =>
  typeof geometry === 'object' &&
  geometry !== null &&
  'type' in geometry &&
  'coordinates' in geometry &&
  typeof geometry.type === 'string' &&
  Object.hasOwn(DEPTHS, geometry.type) &&
  isList(geometry.coordinates, DEPTHS[geometry.type]!);

/** Positions, lists of them, or lists of lists. */
const isList = (value: unknown, depth: number): boolean =>
  Array.isArray(value) &&
  (depth > 0
    ? value.every((entry) => isList(entry, depth - 1))
    : value.length >= 2 && isCoordinate(value[0]) && isCoordinate(value[1]));

/** A number within ±2⁵³: beyond, neighbouring pixels cannot be told apart. */
export const isCoordinate = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= 2 ** 53;
