/** Transforms of SVG (CSS Transforms 1, section 8) as matrices a, b, c, d, e, f: x′ = a·x + c·y + e, y′ = b·x + d·y + f. */

import type { Geometry } from '../../../algorithm/algorithm.js';
import type { Position } from '../../../core/geometry/ring.js';
import { because } from '../../../core/reasons.js';
import { badImport } from '../features.js';

/** An affine map. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The identity. */
export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First `second`, then `first`: as nested groups are drawn. */
export const times = (first: Matrix, second: Matrix): Matrix => {
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = second;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
};

const matrices: Readonly<Record<string, (n: readonly number[]) => Matrix | undefined>> = {
  matrix: ([a, b, c, d, e, f]) => (f === undefined ? undefined : [a!, b!, c!, d!, e!, f]),
  translate: ([x, y = 0]) => (x === undefined ? undefined : [1, 0, 0, 1, x, y]),
  scale: ([x, y = x]) => (x === undefined || y === undefined ? undefined : [x, 0, 0, y, 0, 0]),
  rotate: ([angle, x = 0, y = 0]) => {
    if (angle === undefined) return undefined;
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
  },
  skewX: ([angle]) => (angle === undefined ? undefined : [1, 0, Math.tan((angle * Math.PI) / 180), 1, 0, 0]),
  skewY: ([angle]) => (angle === undefined ? undefined : [1, Math.tan((angle * Math.PI) / 180), 0, 1, 0, 0]),
};

const FUNCTION = /^\s*,?\s*(\w+)\s*\(([^()]*)\)/;

/** @throws SegmenterError `bad-import` where it cannot be read */
export const readTransform = (text: string): Matrix => {
  let matrix = IDENTITY;
  for (let rest = text; rest.trim() !== ''; ) {
    const [whole = '', name = '', values = ''] = FUNCTION.exec(rest) ?? [];
    const numbers = (values.match(/[^\s,]+/g) ?? []).map(Number);
    const next =
      numbers.every(Number.isFinite) && Object.hasOwn(matrices, name) ? matrices[name]?.(numbers) : undefined;
    if (next === undefined)
      throw badImport(because('bad-transform')`the transform ${JSON.stringify(text.slice(0, 60))} cannot be read`);
    matrix = times(matrix, next);
    rest = rest.slice(whole.length);
  }
  return matrix;
};

/** The geometry under a transform. Throws `bad-import` where a coordinate overflows. */
export const transformed = (geometry: Geometry, matrix: Matrix): Geometry => {
  if (matrix === IDENTITY) return geometry;
  const [a, b, c, d, e, f] = matrix;
  const move = ([x, y]: Position): Position => {
    const moved: Position = [a * x + c * y + e, b * x + d * y + f];
    if (!moved.every(Number.isFinite))
      throw badImport(because('transform-beyond')`a transform leads beyond all numbers`);
    return moved;
  };
  switch (geometry.type) {
    case 'Polygon':
      return { ...geometry, coordinates: geometry.coordinates.map((ring) => ring.map(move)) };
    case 'MultiPolygon':
      return { ...geometry, coordinates: geometry.coordinates.map((part) => part.map((ring) => ring.map(move))) };
    case 'LineString':
      return { ...geometry, coordinates: geometry.coordinates.map(move) };
    case 'MultiLineString':
      return { ...geometry, coordinates: geometry.coordinates.map((line) => line.map(move)) };
  }
};
