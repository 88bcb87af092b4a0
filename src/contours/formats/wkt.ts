/** Well-known text of contours (OGC 06-103r4, section 7). */

import type { Geometry } from '../../algorithm/algorithm.js';
import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { show } from '../../core/errors.js';
import type { Position } from '../../core/geometry/ring.js';
import { because, type Told } from '../../core/reasons.js';
import { closeRing } from '../geometry.js';
import { badImport, feature, type Imported, idKeeper, leftOut, lines, solid } from './features.js';

const line = (positions: readonly Position[]): string => `(${positions.map(([x, y]) => `${x} ${y}`).join(',')})`;
const list = <T>(items: readonly T[], write: (item: T) => string): string => `(${items.map(write).join(',')})`;

/** Writes a geometry as WKT. */
export const toWkt = (geometry: Geometry): string => {
  switch (geometry.type) {
    case 'Polygon':
      return `POLYGON ${list(geometry.coordinates, line)}`;
    case 'MultiPolygon':
      return `MULTIPOLYGON ${list(geometry.coordinates, (rings) => list(rings, line))}`;
    case 'LineString':
      return `LINESTRING ${line(geometry.coordinates)}`;
    case 'MultiLineString':
      return `MULTILINESTRING ${list(geometry.coordinates, line)}`;
  }
};

/** A geometry a line. */
export const writeWktLines = (contours: readonly ContourFeature[]): string =>
  contours.map(({ geometry }) => `${toWkt(geometry)}\n`).join('');

/** Whether a text begins as WKT does. */
export const looksLikeWkt = (text: string): boolean =>
  /^\s*(?:SRID=\d+;)?\s*(MULTI)?(POLYGON|LINESTRING|POINT)\s*(Z|M|ZM)?\s*(\(|EMPTY)/i.test(text);

/** Reads a geometry a line; other lines are skipped and reported. */
export const readWktLines = (text: string): Imported => {
  const keep = idKeeper();
  const contours: ContourFeature[] = [];
  const left: Told[] = [];
  for (const [k, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const where = because('at-line')`line ${k + 1}`;
    const geometry = fromWkt(line, where);
    if (geometry) contours.push(feature(keep(undefined, line.trim()), geometry));
    else left.push(because('left-no-contour')`${where}: no contour`);
  }
  return { contours, ...leftOut(left) };
};

/** The depth of the lists of positions in each kind of geometry. */
const depths: ReadonlyMap<string, number> = new Map([
  ['LINESTRING', 0],
  ['MULTILINESTRING', 1],
  ['POLYGON', 1],
  ['MULTIPOLYGON', 2],
]);

/** A geometry from its text; `undefined` for other kinds and for empty ones. Throws `bad-import` where it is not WKT. */
export const fromWkt = (text: string, where: Told): Geometry | undefined => {
  const [, name = '', form = '', rest = ''] =
    /^\s*(?:SRID=\d+;)?\s*([A-Z]+)\s*(Z|M|ZM)?\s*(\(.*\)|EMPTY)\s*$/is.exec(text) ?? [];
  const kind = name.toUpperCase();
  if (kind === '') throw badImport(because('no-wkt')`${where} is ${show(text)}, not well-known text of a geometry`);
  const depth = depths.get(kind);
  if (depth === undefined || rest.toUpperCase() === 'EMPTY' || form.toUpperCase().includes('M')) return undefined;
  const parts = partsOf(rest, depth, where);
  if (kind.endsWith('LINESTRING')) return lines(parts);
  if (kind === 'POLYGON') return solid([rings(parts)]);
  return solid(polygonsIn(rest, where));
};

const rings = (parts: readonly (readonly Position[])[]): Position[][] =>
  parts.map(closeRing).filter((ring, k) => k === 0 || ring.length >= 4);

/** The texts between the brackets of one level, in order. */
const inner = (text: string): string[] => {
  const found: string[] = [];
  let [depth, start] = [0, 0];
  for (let k = 0; k < text.length; k++) {
    if (text[k] === '(' && depth++ === 1) start = k;
    else if (text[k] === ')' && --depth === 1) found.push(text.slice(start, k + 1));
  }
  return found;
};

const polygonsIn = (text: string, where: Told): Position[][][] =>
  inner(text).map((polygon) => rings(partsOf(polygon, 1, where)));

const partsOf = (text: string, depth: number, where: Told): Position[][] =>
  (depth === 0 ? [text] : depth === 1 ? inner(text) : []).map((part) => positionsOf(part, where));

const positionsOf = (text: string, where: Told): Position[] =>
  text
    .slice(1, -1)
    .split(',')
    .map((pair): Position => {
      const [x, y] = pair.trim().split(/\s+/).map(Number);
      if (x === undefined || y === undefined || !Number.isFinite(x) || !Number.isFinite(y))
        throw badImport(
          because('position-two')`${where} has the position ${show(pair.trim())}; two finite numbers are wanted`,
        );
      return [x, y];
    });
