/** Annotorious' own annotations, as its `getAnnotations` returns them without a W3C adapter (its `ImageAnnotation`). */

import type { Geometry } from '../../algorithm/algorithm.js';
import { show } from '../../core/errors.js';
import type { Position } from '../../core/geometry/ring.js';
import { because } from '../../core/reasons.js';
import { isRecord } from '../../core/record.js';
import { closeRing } from '../geometry.js';
import { badImport, lines, solid } from './features.js';
import { cubic, ellipse } from './svg/curves.js';
import { rectangle } from './svg/shapes.js';
import { readTransform, transformed } from './svg/transform.js';

type Loose = Readonly<Record<string, unknown>>;

/** Whether a selector is a shape of Annotorious and not of W3C. */
export const isOwnShape = (selector: unknown): selector is Loose =>
  isRecord(selector) && isRecord(selector.geometry) && typeof selector.type === 'string';

const numberIn = (record: Loose, name: string): number => {
  const value = record[name];
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw badImport(because('no-number')`${name} is ${show(value)}, not a number`);
};

const positionOf = (value: unknown): Position => {
  const [x, y]: unknown[] = Array.isArray(value) ? value : [];
  if (typeof x === 'number' && typeof y === 'number' && Number.isFinite(x) && Number.isFinite(y)) return [x, y];
  throw badImport(because('no-point')`a point is ${show(value)}, not [x, y]`);
};

const listIn = (record: unknown, name: string): readonly unknown[] => {
  const value = isRecord(record) ? record[name] : undefined;
  if (Array.isArray(value)) return value;
  throw badImport(because('no-list')`${name} is ${show(value)}, not a list`);
};

const pointsIn = (record: unknown): Position[] => listIn(record, 'points').map(positionOf);

/** A rectangle, rotated about its centre by `rot`, in radians. */
const turned = (geometry: Loose): Geometry => {
  const [x, y, w, h] = [
    numberIn(geometry, 'x'),
    numberIn(geometry, 'y'),
    numberIn(geometry, 'w'),
    numberIn(geometry, 'h'),
  ];
  if (w <= 0 || h <= 0) throw badImport(because('rectangle-size')`a rectangle is ${w} × ${h} pixels`);
  const upright = rectangle(x, y, w, h);
  const angle = geometry.rot === undefined ? 0 : numberIn(geometry, 'rot');
  if (angle === 0) return upright;
  return transformed(upright, readTransform(`rotate(${(angle * 180) / Math.PI} ${x + w / 2} ${y + h / 2})`));
};

/** A point of a polyline: a corner, or one through which a curve runs. */
const knotOf = (value: unknown) => {
  if (!isRecord(value)) throw badImport(because('no-knot')`a point is ${show(value)}, not {type, point}`);
  const point = positionOf(value.point);
  const handle = (name: string): Position =>
    value.type === 'CURVE' && value[name] !== undefined ? positionOf(value[name]) : point;
  return { point, before: handle('inHandle'), after: handle('outHandle'), curved: value.type === 'CURVE' };
};

const polyline = (geometry: Loose): Geometry | undefined => {
  const knots = listIn(geometry, 'points').map(knotOf);
  const closed = geometry.closed === true;
  const drawn = knots.flatMap((knot, k): Position[] => {
    const last = knots[k === 0 ? knots.length - 1 : k - 1];
    if (k === 0 && !closed) return [knot.point];
    if (!last) return [];
    return last.curved || knot.curved ? cubic(last.point, last.after, knot.before, knot.point) : [knot.point];
  });
  return closed ? solid([[closeRing(drawn)]]) : lines([drawn]);
};

/**
 * The geometry of a shape; `undefined` where it is empty, or of an unknown kind.
 * @throws SegmenterError `bad-import` where a coordinate is not a number
 */
export const ownShape = ({ type, geometry }: Loose): Geometry | undefined => {
  if (!isRecord(geometry)) return undefined;
  switch (type) {
    case 'RECTANGLE':
      return turned(geometry);
    case 'ELLIPSE': {
      const [rx, ry] = [numberIn(geometry, 'rx'), numberIn(geometry, 'ry')];
      if (rx <= 0 || ry <= 0) throw badImport(because('ellipse-radii')`an ellipse has the radii ${rx} and ${ry}`);
      return solid([[closeRing(ellipse(numberIn(geometry, 'cx'), numberIn(geometry, 'cy'), rx, ry))]]);
    }
    case 'POLYGON':
      return solid([[closeRing(pointsIn(geometry))]]);
    case 'MULTIPOLYGON':
      return solid(
        listIn(geometry, 'polygons').map((part) => listIn(part, 'rings').map((ring) => closeRing(pointsIn(ring)))),
      );
    case 'POLYLINE':
      return polyline(geometry);
    case 'LINE':
      return lines([pointsIn(geometry)]);
    default:
      return undefined;
  }
};
