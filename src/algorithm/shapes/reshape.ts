/** Simplification and smoothing of outlines. */

import { hypotenuse } from '../../core/geometry/hypotenuse.js';
import type { Position } from '../../core/geometry/ring.js';
import { lengthOf } from '../../core/geometry/ring.js';
import { naturalExp } from '../../core/numbers/exponential.js';
import type { Geometry } from '../algorithm.js';
import { type Area, areaIn, GRID, geometryOfArea } from './clip.js';
import { douglasPeucker } from './douglas-peucker.js';
import { polygonsOf } from './polygons.js';

/** Maximum number of vertices of a ring that is smoothed. */
const MOST = 2 ** 14;
/** Spacing of the vertices of a ring that is smoothed, in standard deviations of the filter. */
const SPACING = 0.5;
/** Tolerance, in pixels, by which a smooth outline is simplified. */
const FINE = 0.05;
/** Truncation of the filter, in standard deviations. */
const REACH = 3;

/**
 * Simplifies outlines: drops vertices that lie within `tolerance` pixels of the simplified line (Douglas and Peucker 1973); where an
 * outline would cross itself, the enclosed area is kept. `undefined` where nothing is left, or for lines.
 */
export const simplifiedBy = (geometry: Geometry, tolerance: number): Geometry | undefined =>
  geometryOfArea(areaIn(geometry).map((ring) => simplified(ring, tolerance * GRID)));

/** Simplifies a ring as two lines between two fixed vertices: one on its convex hull, and the one farthest from it. */
const simplified = (ring: Area[number], tolerance: number): Area[number] => {
  const first = bestOf(ring, ({ x, y }, best) => x < best.x || (x === best.x && y < best.y));
  const turned = [...ring.slice(first), ...ring.slice(0, first + 1)];
  const [start] = turned;
  const far = ({ x, y }: Area[number][number]): number => (x - start!.x) ** 2 + (y - start!.y) ** 2;
  const middle = bestOf(turned, (point, best) => far(point) > far(best));
  const there = douglasPeucker(turned.slice(0, middle + 1), tolerance);
  const back = douglasPeucker(turned.slice(middle), tolerance);
  return [...there.slice(0, -1), ...back.slice(0, -1)];
};

const bestOf = (
  ring: Area[number],
  better: (point: Area[number][number], best: Area[number][number]) => boolean,
): number => ring.reduce((best, point, k) => (better(point, ring[best]!) ? k : best), 0);

/**
 * Smooths outlines: removes detail shorter than about `length` pixels. Coordinates are filtered with 2G − G², G a Gaussian of
 * that standard deviation, which keeps the size of larger shapes. `undefined` where nothing is left, or for lines.
 */
export const smoothedBy = (geometry: Geometry, length: number): Geometry | undefined => {
  const polygons = polygonsOf(geometry).map((rings) => rings.map((ring) => smoothed(ring, length)));
  return simplifiedBy({ type: 'MultiPolygon', coordinates: polygons }, FINE);
};

const smoothed = (ring: readonly Position[], length: number): Position[] => {
  const points = spaced(ring, length * SPACING);
  const perimeter = lengthOf(ring);
  const weights = weightsOf((length * points.length) / perimeter);
  const once = filtered(points, weights);
  const twice = filtered(once, weights);
  const open = once.map(([x, y], k): Position => [2 * x - twice[k]![0], 2 * y - twice[k]![1]]);
  return [...open, open[0]!];
};

/** Equally spaced points along a closed ring, without the repeated first point. */
const spaced = (ring: readonly Position[], distance: number): Position[] => {
  const perimeter = lengthOf(ring);
  const count = Math.min(MOST, Math.max(8, Math.round(perimeter / distance)));
  const points: Position[] = [];
  let edge = 1;
  let before = 0;
  for (let k = 0; k < count; k++) {
    const at = (k * perimeter) / count;
    for (;;) {
      const [a, b] = [ring[edge - 1]!, ring[edge]!];
      const long = hypotenuse(b[0] - a[0], b[1] - a[1]);
      if (at > before + long && edge < ring.length - 1) {
        before += long;
        edge++;
        continue;
      }
      const share = long === 0 ? 0 : Math.min(1, (at - before) / long);
      points.push([a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]);
      break;
    }
  }
  return points;
};

/** One half of a Gaussian's weights, from the centre outwards; both halves together sum to 1. */
const weightsOf = (deviation: number): readonly number[] => {
  const weights = Array.from({ length: Math.ceil(REACH * deviation) + 1 }, (_, k) =>
    naturalExp(-0.5 * (k / deviation) ** 2),
  );
  const sum = weights.reduce((all, weight, k) => all + (k === 0 ? 1 : 2) * weight, 0);
  return weights.map((weight) => weight / sum);
};

const filtered = (points: readonly Position[], weights: readonly number[]): Position[] => {
  const { length } = points;
  const at = (k: number): Position => points[((k % length) + length) % length]!;
  return points.map((_, k) => {
    let [x, y] = [0, 0];
    for (const [i, weight] of weights.entries()) {
      for (const side of i === 0 ? [0] : [-i, i]) {
        const point = at(k + side);
        x += weight * point[0];
        y += weight * point[1];
      }
    }
    return [x, y];
  });
};
