/** Rings that cross themselves, and the same polygons without crossings. */

import { orient2d } from 'robust-predicates';
import type { Position } from '../../core/geometry/ring.js';
import { lengthOf, signedArea } from '../../core/geometry/ring.js';
import type { Geometry } from '../algorithm.js';
import { areaIn, GRID, geometryOfArea, sizeOf } from './clip.js';
import { polygonal, polygonsOf } from './polygons.js';

/** Pairs of edges that are looked at in a ring: one that has more, as a comb of a hundred thousand teeth, is left as it is. */
const MOST_PAIRS = 2 ** 24;
/** Difference of areas, in square pixels, that is no fault of rounding; beside it the grid's share of the outline. */
const LEAST = 0.25;

/** How a ring meets itself beyond its vertices in turn. */
export type Meeting = 'crosses' | 'touches' | undefined;

/**
 * The geometry without crossings, by the even-odd rule, which masks and the view go by. Polygons whose rings do not cross themselves keep
 * every vertex; a geometry without any that does is given back as it is.
 */
export const withoutCrossings = (geometry: Geometry): Geometry => {
  const { plane } = geometry;
  let changed = false;
  const polygons = polygonsOf(geometry).flatMap((rings) => {
    const repaired = repairedOf(rings);
    if (repaired === undefined) return [rings];
    changed = true;
    return polygonsOf(repaired);
  });
  const made = changed ? polygonal(polygons) : undefined;
  if (made === undefined) return geometry;
  return plane ? { ...made, plane } : made;
};

/** The polygon without crossings; `undefined` where it has none, or nothing would be left. */
const repairedOf = (rings: readonly (readonly Position[])[]): Geometry | undefined => {
  const meetings = rings.map((ring) => meetingOf(ring.flat(), 0, ring.length));
  if (meetings.every((meeting) => meeting === undefined)) return undefined;
  const area = areaIn({ type: 'Polygon', coordinates: rings });
  if (!meetings.includes('crosses')) {
    // A ring that touches itself crosses there where it covers another area than is measured.
    const measured = rings.reduce((sum, ring, k) => sum + (k === 0 ? 1 : -1) * Math.abs(signedArea(ring)), 0);
    const rounded = rings.reduce((sum, ring) => sum + lengthOf(ring), 0) / GRID;
    if (Math.abs(sizeOf(area) / (GRID * GRID) - measured) <= LEAST + rounded) return undefined;
  }
  return geometryOfArea(area);
};

/** Bounds of each edge along one axis and across it, side by side; one room for all rings. */
let bounds = new Float64Array(0);

const noteBounds = (flat: ArrayLike<number>, from: number, edges: number, axis: 0 | 1): void => {
  if (bounds.length < 4 * edges) bounds = new Float64Array(8 * edges);
  for (let edge = 0, at = from, to = 0; edge < edges; edge++, at += 2, to += 4) {
    const [a, b] = [flat[at + axis]!, flat[at + 2 + axis]!];
    const [c, d] = [flat[at + 1 - axis]!, flat[at + 3 - axis]!];
    bounds[to] = Math.min(a, b);
    bounds[to + 1] = Math.max(a, b);
    bounds[to + 2] = Math.min(c, d);
    bounds[to + 3] = Math.max(c, d);
  }
};

/** Edges up to which all pairs are looked at: to sort so few takes longer. */
const FEW = 128;

/** Tells how a closed ring meets itself: `crosses` where it does so anywhere; `undefined` too where the ring has too many pairs of edges to look at. `flat`: x and y in turn, `length` positions from `from` on. */
export const meetingOf = (flat: ArrayLike<number>, from: number, length: number): Meeting => {
  const edges = length - 1;
  if (edges < 4) return undefined;
  noteBounds(flat, from, edges, shorterAlong(flat, from, edges));
  const order = new Uint32Array(edges);
  for (let edge = 0; edge < edges; edge++) order[edge] = edge;
  const isSorted = edges > FEW;
  if (isSorted) order.sort((e, f) => bounds[4 * e]! - bounds[4 * f]!);
  let [pairs, touches] = [0, false];
  for (let i = 0; i < edges; i++) {
    const e = order[i]!;
    const [first, last] = [bounds[4 * e]!, bounds[4 * e + 1]!];
    const [low, high] = [bounds[4 * e + 2]!, bounds[4 * e + 3]!];
    for (let j = i + 1; j < edges; j++) {
      const f = order[j]!;
      const begin = bounds[4 * f]!;
      if (isSorted && begin > last) break;
      if (++pairs > MOST_PAIRS) return undefined;
      if (begin > last || bounds[4 * f + 1]! < first || bounds[4 * f + 2]! > high || bounds[4 * f + 3]! < low) continue;
      const apart = Math.abs(e - f);
      if (apart === 1 || apart === edges - 1) continue;
      const meeting = meetingOfEdges(flat, from + 2 * e, from + 2 * f);
      if (meeting === 'crosses') return meeting;
      touches ||= meeting === 'touches';
    }
  }
  return touches ? 'touches' : undefined;
};

/** The axis along which edges overlap less: 0 for x, 1 for y. */
const shorterAlong = (flat: ArrayLike<number>, from: number, edges: number): 0 | 1 => {
  let [x, y] = [0, 0];
  for (let k = from; k < from + 2 * edges; k += 2) {
    x += Math.abs(flat[k + 2]! - flat[k]!);
    y += Math.abs(flat[k + 3]! - flat[k + 1]!);
  }
  return x <= y ? 0 : 1;
};

/** How two edges, each from its place on, meet. Exact. */
const meetingOfEdges = (flat: ArrayLike<number>, e: number, f: number): Meeting => {
  const side = (edge: number, at: number): number =>
    Math.sign(orient2d(flat[edge]!, flat[edge + 1]!, flat[edge + 2]!, flat[edge + 3]!, flat[at]!, flat[at + 1]!));
  const ofF = side(e, f) * side(e, f + 2);
  if (ofF > 0) return undefined;
  const ofE = side(f, e) * side(f, e + 2);
  if (ofE > 0) return undefined;
  return ofE < 0 && ofF < 0 ? 'crosses' : 'touches';
};
