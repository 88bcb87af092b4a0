/** Functions that readers and writers of contours share: features, ids, classes and checked coordinates. */

import type { Geometry } from '../../algorithm/algorithm.js';
import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { polygonal } from '../../algorithm/shapes/polygons.js';
import { contentId } from '../../core/content-id.js';
import { badParameter, codedError, reasonOf, SegmenterError } from '../../core/errors.js';
import type { Position } from '../../core/geometry/ring.js';
import { membersOf } from '../../core/given.js';
import { because, Reason, type ReasonData, type Told } from '../../core/reasons.js';
import { isRecord } from '../../core/record.js';
import { uuid } from '../../core/uuid.js';
import type { DicomReferences, Placement, Stack } from '../../image/samples.js';

/** Contours as GeoJSON. Declared without `readonly`, like the GeoJSON types of other packages. */
export interface FeatureCollection {
  readonly type: 'FeatureCollection';
  readonly features: readonly ContourFeature[];
}

/** A FeatureCollection with any package's GeoJSON types, which is validated when it is read. */
export interface GivenCollection {
  readonly type: 'FeatureCollection';
  readonly features: readonly {
    readonly type: 'Feature';
    readonly id?: string | number | undefined;
    readonly geometry: object | null;
    readonly properties?: object | null;
  }[];
}

/** A class: its name, and its colour in red, green and blue, 0 to 255. */
export type Classification = NonNullable<ContourFeature['properties']['classification']>;

/** What a reader left out. */
export interface LeftOut {
  /** Descriptions, in English. */
  readonly skipped: readonly string[];
  /** The first description as data, for translation, if it is a sentence of this package. */
  readonly reason?: ReasonData;
}

/** The result of a reader: the contours, and what it left out. */
export interface Imported extends LeftOut {
  readonly contours: readonly ContourFeature[];
}

/** What a reader left out, in the form of its result. */
export const leftOut = (left: readonly Told[]): LeftOut => {
  const [first] = left;
  return { skipped: left.map(String), ...(first instanceof Reason && { reason: first.toJSON() }) };
};

/** The image that contours lie on, as writers need it. */
export interface ImageFrame {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly placement?: Placement;
  /** For a DICOM instance: what DICOM formats refer to. */
  readonly dicom?: DicomReferences;
  /** The names of classes in the order of their numbers, for formats that number them. */
  readonly classes?: readonly string[];
  /** The target of W3C annotations if it differs from `name`, for instance a IIIF canvas. */
  readonly source?: string;
  /** Slices of a volume. */
  readonly stack?: Omit<Stack, 'volume'>;
}

/** Maximum number of bytes of a text, compressed or not: what a string in memory can have. */
export const MOST_TEXT = 2 ** 29;

/** An error `bad-import` with a reason. */
export const badImport = (reason: Told): SegmenterError => new SegmenterError('bad-import', { reason });

const isByte = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 255;

/** Validates a class given by a caller, if there is one. Throws `bad-parameter`. */
export const checkClass = (given: Classification | null | undefined): Classification | undefined => {
  if (given == null) return undefined;
  const { name, color }: Partial<Readonly<Record<string, unknown>>> = membersOf('classification', given);
  const [r, g, b]: unknown[] = Array.isArray(color) ? color : [];
  if (typeof name !== 'string' || !isByte(r) || !isByte(g) || !isByte(b))
    throw badParameter('classification', given, 'it must be {name, color: [red, green, blue]}, each from 0 to 255');
  return { name, color: [Math.round(r), Math.round(g), Math.round(b)] };
};

/** The error that a reader throws: a coded error or an abort unchanged, any other error as `bad-import` with the original as `cause`. */
export const importError = (error: unknown): Error => {
  const coded = codedError(error);
  if (!(coded instanceof SegmenterError) || coded.code !== 'internal') return coded;
  return new SegmenterError(
    'bad-import',
    { reason: because('no-sense')`it makes no sense (${reasonOf(error)})` },
    { cause: error },
  );
};

/** Maximum length of an id that is kept, in characters: an IRI, or a key of a database. */
const LONGEST_ID = 2048;

/** The kinds of objects, which QuPath before 0.3 wrote instead of an id. */
const KIND = /^Path\w+Object$/;

const ownId = (id: unknown): string | undefined => {
  const text = typeof id === 'number' && Number.isFinite(id) ? String(id) : id;
  return typeof text === 'string' && text !== '' && text.length <= LONGEST_ID && !KIND.test(text) ? text : undefined;
};

/**
 * Assigns ids: a string or a number is kept, as a string, at its first occurrence. Anything else gets a UUID, derived from the content if
 * that is given, so that an object that is read again replaces itself.
 */
export const idKeeper = (): ((id: unknown, content?: string) => string) => {
  const seen = new Set<string>();
  return (id, content) => {
    const own = ownId(id) ?? (content === undefined ? undefined : contentId(content));
    const kept = own !== undefined && !seen.has(own) ? own : uuid();
    seen.add(kept);
    return kept;
  };
};

/** Maximum nesting of a host's values. */
const DEEPEST_VALUE = 32;

/** A copy of a value, as far as JSON can represent it; otherwise `undefined`. */
const plain = (value: unknown, depth = 0): unknown => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (depth > DEEPEST_VALUE) return undefined;
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1) ?? null);
  return isRecord(value) ? plainRecord(value, depth + 1) : undefined;
};

const plainRecord = (record: Readonly<Record<string, unknown>>, depth = 0): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, entry]) => {
      const kept = plain(entry, depth);
      return kept === undefined ? [] : [[name, kept] as const];
    }),
  );

/** Members of a record that are unknown here, kept for the program that wrote them. */
export const foreignMembers = (
  record: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): Record<string, unknown> =>
  // Most records have none.
  Object.keys(record).every((name) => known.has(name))
    ? {}
    : plainRecord(Object.fromEntries(Object.entries(record).filter(([name]) => !known.has(name))));

/** Colours that most colour-blind readers can distinguish (Okabe & Ito 2008), brightened for dark images. */
export const classColours: readonly Classification['color'][] = [
  [230, 159, 0],
  [86, 180, 233],
  [0, 178, 130],
  [240, 228, 66],
  [60, 130, 220],
  [233, 104, 30],
  [214, 130, 180],
  [150, 205, 90],
];

/** The colour of a class without one; it depends on the name only. */
export const colourOf = (name: string): Classification['color'] => {
  let hash = 0;
  for (let k = 0; k < name.length; k++) hash = (Math.imul(hash, 31) + name.charCodeAt(k)) >>> 0;
  return classColours[hash % classColours.length]!;
};

/** Polygons of at least a triangle; one part is a Polygon, more a MultiPolygon. */
export const solid = (parts: readonly (readonly (readonly Position[])[])[]): Geometry | undefined =>
  polygonal(parts.filter(([outer]) => outer !== undefined && outer.length >= 4));

/** A LineString, or a MultiLineString of several; `undefined` where no part has two positions. */
export const lines = (parts: readonly (readonly Position[])[]): Geometry | undefined => {
  const kept = parts.filter((part) => part.length >= 2);
  if (kept.length === 0) return undefined;
  return kept.length === 1
    ? { type: 'LineString', coordinates: kept[0]! }
    : { type: 'MultiLineString', coordinates: kept };
};

/** Makes a contour; `foreign` are unknown members, which are kept. */
export const feature = (
  id: string,
  geometry: Geometry,
  properties: Partial<ContourFeature['properties']> = {},
  foreign: Readonly<Record<string, unknown>> = {},
): ContourFeature => ({
  ...foreign,
  type: 'Feature',
  id,
  geometry,
  properties: { measurements: {}, metadata: {}, objectType: 'annotation', ...properties },
});
