/** What every reader and writer of contours shares: making features, ids, classes and checked coordinates. */

import type { Geometry } from '../../algorithm/algorithm.js';
import { codedError, reasonOf, SegmenterError, show } from '../../core/errors.js';
import type { Position } from '../../core/ring.js';
import { uuid } from '../../core/uuid.js';
import type { Placement, Stack } from '../../image/samples.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { closeRing } from '../geometry.js';

export interface FeatureCollection {
  readonly type: 'FeatureCollection';
  readonly features: readonly ContourFeature[];
}

export type Classification = NonNullable<ContourFeature['properties']['classification']>;

/** What a reader found: contours, and in words what it left out. */
export interface Imported {
  readonly contours: readonly ContourFeature[];
  readonly skipped: readonly string[];
}

/** The image that contours lie on, as writers need it. */
export interface ImageFrame {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly placement?: Placement;
  /** Of a volume. */
  readonly stack?: Omit<Stack, 'volume'>;
}

export const badImport = (reason: string): SegmenterError => new SegmenterError('bad-import', { reason });

/** What leaves a reader: a coded error or an abort as it is, anything else as `bad-import`, the original its `cause`. */
export const importError = (error: unknown): Error => {
  const coded = codedError(error);
  if (!(coded instanceof SegmenterError) || coded.code !== 'internal') return coded;
  return new SegmenterError('bad-import', { reason: `it makes no sense (${reasonOf(error)})` }, { cause: error });
};

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Hands out ids: a UUID is kept the first time it is met, anything else gets a fresh one. */
export const idKeeper = (): ((id: unknown) => string) => {
  const seen = new Set<string>();
  return (id) => {
    const keep = typeof id === 'string' && UUID.test(id) && !seen.has(id);
    const kept = keep ? id : uuid();
    seen.add(kept);
    return kept;
  };
};

/** Colours that stay apart for most colour-blind readers (Okabe & Ito 2008), brightened for dark images. */
const palette: readonly Classification['color'][] = [
  [230, 159, 0],
  [86, 180, 233],
  [0, 178, 130],
  [240, 228, 66],
  [60, 130, 220],
  [233, 104, 30],
  [214, 130, 180],
  [150, 205, 90],
];

/** The colour of a class that came without one: the same for the same name, always. */
export const colourOf = (name: string): Classification['color'] => {
  let hash = 0;
  for (let k = 0; k < name.length; k++) hash = (Math.imul(hash, 31) + name.charCodeAt(k)) >>> 0;
  return palette[hash % palette.length]!;
};

export const position = (value: unknown, where: string): Position => {
  if (!Array.isArray(value) || value.length < 2) throw badImport(`${where} is ${show(value)}, not a position [x, y]`);
  const [x, y]: unknown[] = value;
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) {
    throw badImport(`${where} is ${show(value)}; both coordinates must be finite numbers`);
  }
  return [x, y];
};

const list = (value: unknown, where: string): readonly unknown[] => {
  if (!Array.isArray(value)) throw badImport(`${where} is ${show(value)}, not an array`);
  return value;
};

const line = (value: unknown, where: string): Position[] =>
  list(value, where).map((entry, k) => position(entry, `${where}[${k}]`));

const polygon = (value: unknown, where: string): Position[][] =>
  list(value, where)
    .map((ring, k) => closeRing(line(ring, `${where}[${k}]`)))
    .filter((ring, k) => k === 0 || ring.length >= 4);

/** A geometry from parsed JSON, on its slice; undefined for kinds that are no contour, or that are empty. */
export const geometryOf = (value: unknown, where: string): Geometry | undefined => {
  if (!isRecord(value)) return undefined;
  const shape = shapeOf(value, where);
  const z = isRecord(value.plane) ? value.plane.z : undefined;
  const slice = typeof z === 'number' && Number.isInteger(z) && z >= 0 ? z : undefined;
  return shape && slice !== undefined ? { ...shape, plane: { c: -1, z: slice, t: 0 } } : shape;
};

const shapeOf = (value: Readonly<Record<string, unknown>>, where: string): Geometry | undefined => {
  const at = `${where}.coordinates`;
  switch (value.type) {
    case 'Polygon':
      return solid([polygon(value.coordinates, at)]);
    case 'MultiPolygon':
      return solid(list(value.coordinates, at).map((part, k) => polygon(part, `${at}[${k}]`)));
    case 'LineString':
      return lines([line(value.coordinates, at)]);
    case 'MultiLineString':
      return lines(list(value.coordinates, at).map((part, k) => line(part, `${at}[${k}]`)));
    default:
      return undefined;
  }
};

/** Polygons of at least a triangle; one part is a Polygon, more a MultiPolygon. */
export const solid = (parts: readonly (readonly (readonly Position[])[])[]): Geometry | undefined => {
  const kept = parts.filter(([outer]) => outer !== undefined && outer.length >= 4);
  if (kept.length === 0) return undefined;
  return kept.length === 1 ? { type: 'Polygon', coordinates: kept[0]! } : { type: 'MultiPolygon', coordinates: kept };
};

export const lines = (parts: readonly (readonly Position[])[]): Geometry | undefined => {
  const kept = parts.filter((part) => part.length >= 2);
  if (kept.length === 0) return undefined;
  return kept.length === 1
    ? { type: 'LineString', coordinates: kept[0]! }
    : { type: 'MultiLineString', coordinates: kept };
};

export const feature = (
  id: string,
  geometry: Geometry,
  properties: Partial<ContourFeature['properties']> = {},
): ContourFeature => ({
  type: 'Feature',
  id,
  geometry,
  properties: { measurements: {}, metadata: {}, ...properties, objectType: 'annotation' },
});
