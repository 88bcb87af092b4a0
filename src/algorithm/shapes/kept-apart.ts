/**
 * Objects kept apart: no two share pixels, and neighbours that overlapped share a boundary. The overlap of two objects is divided by
 * the radical axis of two discs, each with an object's area and centroid, where both have equal power: F. Aurenhammer, Power
 * diagrams, SIAM J. Comput. 16 (1987) 78–96. Where the discs cross, the axis passes through their intersections. Powers
 * are totally ordered, so an overlap of three objects goes to exactly one of them, and the result does
 * not depend on the order of the pairs.
 */
import type { Box } from '../../core/geometry/rect.js';
import type { Geometry } from '../algorithm.js';
import { type Area, areaIn, common, geometryOfArea, grown, sizeOf, without } from './clip.js';
import { polygonsOf } from './polygons.js';

/** A geometry and its slice. */
export interface SlicedGeometry {
  readonly geometry: Geometry;
  /** Slice of a volume: only what lies on the same slice is kept apart. */
  readonly slice?: number;
}

/** The result for one geometry: kept unchanged or cut, or dropped as the same object as an earlier one. */
export type Apart = { readonly geometry: Geometry; readonly cut: boolean } | { readonly same: number };

interface Held extends Box {
  readonly index: number;
  readonly slice: number | undefined;
  readonly area: Area;
  /** Size in squared steps of the grid. */
  readonly size: number;
  readonly centre: readonly [x: number, y: number];
}

/**
 * Two are the same object where they share more than half of the smaller one; the earlier one is kept. Lines are not
 * changed. Of an object that is cut into several parts, the largest is kept.
 */
export const keptApart = (pieces: readonly SlicedGeometry[]): readonly Apart[] => {
  const apart: Apart[] = pieces.map(({ geometry }) => ({ geometry, cut: false }));
  const held = pieces.flatMap((piece, index) => heldBy(piece, index) ?? []);
  const neighbours = pairsOf(held).map(([a, b]) => ({ a, b, both: common(a.area, b.area) }));
  neighbours.sort((p, q) => p.b.index - q.b.index || p.a.index - q.a.index);
  const gone = new Set<Held>();
  for (const { a, b, both } of neighbours) {
    if (gone.has(a) || gone.has(b) || 2 * sizeOf(both) <= Math.min(a.size, b.size)) continue;
    gone.add(b);
    apart[b.index] = { same: a.index };
  }
  const lost = new Map<Held, Area>();
  const loses = (from: Held, what: Area): void => {
    if (what.length > 0) lost.set(from, [...(lost.get(from) ?? []), ...what]);
  };
  for (const { a, b, both } of neighbours) {
    if (gone.has(a) || gone.has(b) || both.length === 0) continue;
    const [nearer, farther] = dividedBetween(a, b, both);
    loses(b, common(a.area, nearer));
    loses(a, common(b.area, farther));
  }
  for (const [of, what] of lost) {
    const rest = largest(geometryOfArea(without(of.area, what)));
    // Several neighbours may together take all of an object, although each takes less than half of it.
    apart[of.index] = rest ? { geometry: rest, cut: true } : { same: sharer(of, neighbours) };
  }
  return apart;
};

const heldBy = ({ geometry, slice }: SlicedGeometry, index: number): Held | undefined => {
  if (polygonsOf(geometry).length === 0) return undefined;
  const area = areaIn(geometry);
  let [twice, sumX, sumY] = [0, 0, 0];
  const { x: x0, y: y0 } = area[0]?.[0] ?? { x: 0, y: 0 };
  for (const ring of area) {
    for (const [k, { x, y }] of ring.entries()) {
      const next = ring[(k + 1) % ring.length]!;
      const cross = (x - x0) * (next.y - y0) - (next.x - x0) * (y - y0);
      twice += cross;
      sumX += (x + next.x - 2 * x0) * cross;
      sumY += (y + next.y - 2 * y0) * cross;
    }
  }
  if (twice === 0) return undefined;
  const centre = [x0 + sumX / (3 * twice), y0 + sumY / (3 * twice)] as const;
  return { index, slice, area, size: Math.abs(twice) / 2, centre, ...boundsOf(area) };
};

const boundsOf = (area: Area): Box => {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of area) {
    for (const { x, y } of ring)
      [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
  }
  return { x0, y0, x1, y1 };
};

/** Pairs with overlapping bounds, the earlier object first. */
const pairsOf = (held: readonly Held[]): readonly (readonly [Held, Held])[] => {
  const pairs: (readonly [Held, Held])[] = [];
  let open: Held[] = [];
  for (const next of [...held].sort((a, b) => a.x0 - b.x0 || a.index - b.index)) {
    open = open.filter(({ x1 }) => x1 > next.x0);
    for (const other of open) {
      if (other.slice !== next.slice || other.y0 >= next.y1 || next.y0 >= other.y1) continue;
      pairs.push(other.index < next.index ? [other, next] : [next, other]);
    }
    open.push(next);
  }
  return pairs;
};

/**
 * Divides the bounds of an overlap into the half-planes assigned to `a` and to `b`. They extend a pixel beyond the overlap,
 * so that rounded intersections leave no slivers along the outlines.
 */
const dividedBetween = (a: Held, b: Held, both: Area): readonly [Area, Area] => {
  const { x0, y0, x1, y1 } = boundsOf(grown(both, 1));
  const [dx, dy] = [b.centre[0] - a.centre[0], b.centre[1] - a.centre[1]];
  // The power to `a` less that to `b` is 2 (p − a)·d − d·d − (ra² − rb²), with d from a to b.
  const still = dx * dx + dy * dy + (a.size - b.size) / Math.PI;
  const excess = ([x, y]: readonly [number, number]): number =>
    2 * ((x - a.centre[0]) * dx + (y - a.centre[1]) * dy) - still;
  const corners = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ] as const;
  const [nearer, farther]: [Area[number], Area[number]] = [[], []];
  for (const [k, corner] of corners.entries()) {
    const next = corners[(k + 1) % 4]!;
    const [here, there] = [excess(corner), excess(next)];
    (here <= 0 ? nearer : farther).push({ x: corner[0], y: corner[1] });
    if (here <= 0 === there <= 0) continue;
    const share = here / (here - there);
    const crossing = {
      x: Math.round(corner[0] + share * (next[0] - corner[0])),
      y: Math.round(corner[1] + share * (next[1] - corner[1])),
    };
    nearer.push(crossing);
    farther.push(crossing);
  }
  return [nearer.length < 3 ? [] : [nearer], farther.length < 3 ? [] : [farther]];
};

const largest = (geometry: Geometry | undefined): Geometry | undefined => {
  if (geometry?.type !== 'MultiPolygon') return geometry;
  const sizes = geometry.coordinates.map((coordinates) => sizeOf(areaIn({ type: 'Polygon', coordinates })));
  const at = sizes.reduce((best, size, part) => (size > sizes[best]! ? part : best), 0);
  return { type: 'Polygon', coordinates: geometry.coordinates[at]! };
};

/** The neighbour that shares the largest part of it. */
const sharer = (
  of: Held,
  neighbours: readonly { readonly a: Held; readonly b: Held; readonly both: Area }[],
): number => {
  let [most, index] = [0, of.index];
  for (const { a, b, both } of neighbours) {
    if ((a === of || b === of) && sizeOf(both) > most) [most, index] = [sizeOf(both), a === of ? b.index : a.index];
  }
  return index;
};
