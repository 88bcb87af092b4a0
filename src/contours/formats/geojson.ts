/** GeoJSON as QuPath writes and reads it: full-resolution pixels, corner origin (its `QuPathTypeAdapters`). */

import type { Geometry } from '../../algorithm/algorithm.js';
import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { show } from '../../core/errors.js';
import { jsonFault } from '../../core/json-fault.js';
import { because, type Told } from '../../core/reasons.js';
import { isRecord } from '../../core/record.js';
import {
  badImport,
  type Classification,
  colourOf,
  type FeatureCollection,
  feature,
  foreignMembers,
  type Imported,
  idKeeper,
  leftOut,
} from './features.js';
import { geometriesOf } from './geometry-of.js';

/** A FeatureCollection of contours. */
export const toFeatureCollection = (contours: readonly ContourFeature[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: [...contours],
});

/** JSON has no NaN or infinities; QuPath writes and reads them as strings. */
export const writeGeoJSON = (collection: object): string =>
  JSON.stringify(collection, (_key, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
  );

const numberOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isNaN(number) && value !== 'NaN' ? undefined : number;
};

/** QuPath has written measurements as an object and, before 0.4, as a list of `{name, value}`. */
const measurementsOf = (value: unknown): Record<string, number> => {
  const measurements: [name: string, value: number][] = [];
  const take = (name: unknown, entry: unknown): void => {
    const number = numberOf(entry);
    if (typeof name === 'string' && number !== undefined) measurements.push([name, number]);
  };
  if (Array.isArray(value)) for (const entry of value.filter(isRecord)) take(entry.name, entry.value);
  else if (isRecord(value)) for (const name of Object.keys(value)) take(name, value[name]);
  return Object.fromEntries(measurements);
};

const byte = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(255, Math.max(0, Math.round(value))) : undefined;

/** `[r, g, b]`, or QuPath's packed integer `colorRGB`. */
const colorOf = (color: unknown, packed: unknown): Classification['color'] | undefined => {
  if (Array.isArray(color)) {
    const [r, g, b] = color.map(byte);
    if (r !== undefined && g !== undefined && b !== undefined) return [r, g, b];
  }
  if (typeof packed === 'number' && Number.isInteger(packed)) {
    return [(packed >> 16) & 255, (packed >> 8) & 255, packed & 255];
  }
  return undefined;
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** The class, in any form that a version of QuPath has written; `undefined` where there is none. */
export const classificationOf = (value: unknown): Classification | undefined => {
  if (typeof value === 'string') return value === '' ? undefined : { name: value, color: colourOf(value) };
  if (!isRecord(value)) return undefined;
  const name = Array.isArray(value.names) ? value.names.filter(isText).join(': ') : value.name;
  if (typeof name !== 'string' || name === '') return undefined;
  return { name, color: colorOf(value.color, value.colorRGB) ?? colourOf(name) };
};

/** The content as a string, also where `JSON.stringify` gives none. */
const jsonOf = (value: unknown): string => JSON.stringify(value) ?? show(value);

const textsOf = (value: unknown): Record<string, string> => {
  if (!isRecord(value)) return {};
  return isTexts(value)
    ? { ...value }
    : Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, isText(entry) ? entry : jsonOf(entry)]));
};

const isTexts = (record: Readonly<Record<string, unknown>>): record is Readonly<Record<string, string>> =>
  Object.keys(record).every((name) => isText(record[name]));

/** Metadata that a collection has for all of its features, as `geojsonStream` writes them. */
const sharedIn = (data: unknown): Record<string, string> =>
  isRecord(data) && data.type === 'FeatureCollection' ? textsOf(data.metadata) : {};

/** The features in any of the shapes that occur: a collection, one feature, an array, a bare geometry. */
const featuresIn = (data: unknown): readonly unknown[] => {
  if (Array.isArray(data)) return data;
  if (!isRecord(data)) throw badImport(because('no-geojson')`it is no GeoJSON object or array`);
  if (isRecord(data.crs))
    throw badImport(because('other-crs')`its coordinates are in ${show(data.crs)}; wanted are pixels of the image`);
  if (data.type === 'FeatureCollection') {
    if (!Array.isArray(data.features))
      throw badImport(because('no-features')`the FeatureCollection has no list of features`);
    return data.features;
  }
  if (data.type === 'Feature') return [data];
  if (typeof data.type === 'string' && 'coordinates' in data) return [{ type: 'Feature', geometry: data }];
  const said =
    data.type === undefined
      ? because('says-no-type')`it says no type`
      : because('says-type')`its type is ${show(data.type)}`;
  throw badImport(because('no-collection')`${said}; wanted a FeatureCollection, a Feature or an array of them`);
};

/** Members of a feature and of its properties that are read; others are kept unchanged. */
const MEMBERS = new Set(['type', 'id', 'geometry', 'properties', 'bbox']);
const PROPERTIES = new Set([
  'objectType',
  'name',
  'classification',
  'isLocked',
  'measurements',
  'metadata',
  'childObjects',
]);

/** QuPath's kinds of objects with an outline. */
const objectTypes = ['annotation', 'detection', 'cell'] as const;

/** Maximum nesting of objects. */
const DEEPEST = 1000;

/** Functions to read geometries: the geometry itself, and the text that identifies one without an id. */
export interface GeometryReader {
  geometryOf(value: unknown, where: string): Geometry | undefined;
  contentOf(value: unknown): string;
}

const inArrays = (): GeometryReader => ({ geometryOf: geometriesOf(), contentOf: (value) => JSON.stringify(value) });

/** Reads parsed GeoJSON. Throws `bad-import` for the whole file where a coordinate is not a number. */
export const readGeoJSON = (data: unknown, { geometryOf, contentOf } = inArrays()): Imported => {
  const keep = idKeeper();
  const contours: ContourFeature[] = [];
  const left: Told[] = [];
  const shared = sharedIn(data);
  const read = (value: unknown, where: string, depth = 0): void => {
    if (depth > DEEPEST)
      throw badImport(because('objects-deep')`its objects lie more than ${DEEPEST} deep in one another`);
    if (!isRecord(value)) throw badImport(because('no-feature')`${where} is no GeoJSON feature`);
    const properties = isRecord(value.properties) ? value.properties : {};
    const geometry = geometryOf(value.geometry, `${where}.geometry`);
    if (geometry) {
      const classification = classificationOf(properties.classification);
      contours.push(
        feature(
          keep(value.id, value.id === undefined ? contentOf(value.geometry) : undefined),
          geometry,
          {
            ...foreignMembers(properties, PROPERTIES),
            objectType: objectTypes.find((type) => type === properties.objectType) ?? 'annotation',
            measurements: measurementsOf(properties.measurements),
            metadata: { ...shared, ...textsOf(properties.metadata) },
            ...(typeof properties.name === 'string' && properties.name !== '' ? { name: properties.name } : {}),
            ...(classification ? { classification } : {}),
            ...(properties.isLocked === true ? { isLocked: true } : {}),
          },
          foreignMembers(value, MEMBERS),
        ),
      );
    } else {
      const kind = isRecord(value.geometry) ? show(value.geometry.type) : because('none')`none`;
      left.push(
        /Polygon$/.test(String(kind))
          ? because('left-no-area')`${where}: no area`
          : because('left-geometry')`${where}: geometry ${kind}`,
      );
    }
    const children = Array.isArray(properties.childObjects) ? properties.childObjects : [];
    for (const [k, child] of children.entries()) read(child, `${where}.properties.childObjects[${k}]`, depth + 1);
  };
  for (const [k, entry] of featuresIn(data).entries()) read(entry, `features[${k}]`);
  return { contours, ...leftOut(left) };
};

const lineOf = (text: string): string => (text.startsWith('\u001e') ? text.slice(1) : text).trim();

/** Whether a text that is not JSON has a feature in its first line: newline-delimited, or with separators (RFC 8142). */
export const looksLikeLines = (text: string): boolean => {
  const [first = ''] = text.split('\n', 1);
  try {
    const value: unknown = JSON.parse(lineOf(first));
    return isRecord(value) && value.type === 'Feature';
  } catch {
    return false;
  }
};

/** Reads one feature a line. Throws `bad-import` for the whole file where a line is not JSON. */
export const readLines = (text: string): Imported => {
  const features: unknown[] = [];
  for (const [k, line] of text.split('\n').entries()) {
    const json = lineOf(line);
    if (json === '') continue;
    try {
      features.push(JSON.parse(json));
    } catch {
      throw badImport(because('line-no-json')`line ${k + 1} is no JSON (${jsonFault(json)})`);
    }
  }
  return readGeoJSON(features);
};
