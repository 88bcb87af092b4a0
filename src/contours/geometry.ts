/**
 * Plane geometry of contours, in full-resolution pixels: corner origin, x right, y down, so a ring that runs
 * clockwise on screen has a positive area. Rings are GeoJSON rings: closed, the first position repeated.
 */

import type { Geometry } from '../algorithm/algorithm.js';
import { polygonsOf } from '../algorithm/shapes/polygons.js';
import { hypotenuse } from '../core/geometry/hypotenuse.js';
import type { Box, Rect } from '../core/geometry/rect.js';
import type { Position } from '../core/geometry/ring.js';
import { distinct, signedArea } from '../core/geometry/ring.js';
import { foldsBack, meetingPoint } from '../core/geometry/segments.js';
import { packedPathsOf } from './packed-geometry.js';

/** A point in pixels, corner origin, y down. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The paths of any contour: rings of polygons, outer ring first, or open lines. */
export interface Paths {
  readonly closed: boolean;
  readonly paths: readonly (readonly Position[])[];
}

/** The rings or lines of a geometry, holes among them. */
export const pathsOf = (geometry: Geometry): Paths => {
  switch (geometry.type) {
    case 'Polygon':
      return { closed: true, paths: geometry.coordinates };
    case 'MultiPolygon':
      return { closed: true, paths: geometry.coordinates.flat() };
    case 'LineString':
      return { closed: false, paths: [geometry.coordinates] };
    case 'MultiLineString':
      return { closed: false, paths: geometry.coordinates };
  }
};

/** Positions of all paths of a geometry; those that close rings are counted. */
export const positionsIn = (geometry: Geometry): number => {
  const packed = packedPathsOf(geometry);
  if (packed) return packed.coordinates.length / 2;
  return pathsOf(geometry).paths.reduce((sum, path) => sum + path.length, 0);
};

/** The polygon with the largest area, with its holes; `undefined` for lines. */
export const largestOf = (geometry: Geometry): Extract<Geometry, { readonly type: 'Polygon' }> | undefined => {
  const parts = polygonsOf(geometry).map((coordinates) => ({ type: 'Polygon', coordinates }) as const);
  return parts.sort((a, b) => areaOf(b) - areaOf(a))[0];
};

/** The bounding box of a geometry. */
export const boundsOf = (geometry: Geometry): Box => {
  let x0 = Infinity;
  let y0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  const packed = packedPathsOf(geometry)?.coordinates;
  if (packed) {
    for (let k = 0; k < packed.length; k += 2) {
      const x = packed[k]!;
      const y = packed[k + 1]!;
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
    }
    return { x0, y0, x1, y1 };
  }
  for (const path of pathsOf(geometry).paths) {
    for (const [x, y] of path) {
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
    }
  }
  return { x0, y0, x1, y1 };
};

/** The rectangle, of non-negative size, with two given opposite corners. */
export const rectOf = (a: Point, b: Point): Rect => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});

/** The area of a geometry in square pixels, without holes; 0 for lines. */
export const areaOf = (geometry: Geometry): number => {
  let area = 0;
  for (const [outer, ...holes] of polygonsOf(geometry)) {
    if (outer) area += Math.abs(signedArea(outer));
    for (const hole of holes) area -= Math.abs(signedArea(hole));
  }
  return area;
};

/** Even-odd over all rings, so holes are outside. */
export const contains = (geometry: Geometry, { x, y }: Point): boolean => {
  const { closed, paths } = pathsOf(geometry);
  if (!closed) return false;
  let inside = false;
  for (const ring of paths) {
    let [xa, ya] = ring[0] ?? [0, 0];
    for (const [xb, yb] of ring) {
      if (ya > y !== yb > y && x < ((xb - xa) * (y - ya)) / (yb - ya) + xa) inside = !inside;
      [xa, ya] = [xb, yb];
    }
  }
  return inside;
};

/** The nearest point of segment ab to p, with its distance. */
export const nearestOnSegment = (p: Point, a: Position, b: Position): Point & { readonly distance: number } => {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const square = dx * dx + dy * dy;
  const t = square === 0 ? 0 : Math.min(1, Math.max(0, ((p.x - a[0]) * dx + (p.y - a[1]) * dy) / square));
  const x = a[0] + t * dx;
  const y = a[1] + t * dy;
  return { x, y, distance: hypotenuse(p.x - x, p.y - y) };
};

/** Tells whether the two edges that meet at vertex `index` of a closed ring touch any other edge, or fold back. */
export const vertexTouches = (ring: readonly Position[], index: number): boolean => {
  const edges = ring.length - 1;
  const before = (index - 1 + edges) % edges;
  for (const edge of [before, index % edges]) {
    const a = ring[edge]!;
    const b = ring[edge + 1]!;
    for (let k = 0; k < edges; k++) {
      if (k === edge) continue;
      const c = ring[k]!;
      const d = ring[k + 1]!;
      if (k === (edge + 1) % edges || (k + 1) % edges === edge) {
        if (k === (edge + 1) % edges ? foldsBack(a, b, d) : foldsBack(c, a, b)) return true;
      } else if (meetingPoint(a, b, c, d)) return true;
    }
  }
  return false;
};

/** A ring closed by repeating its first position, without vertices that repeat the one before. */
export const closeRing = (vertices: readonly Position[]): Position[] => {
  const ring = distinct(vertices);
  const [first] = ring;
  if (first && ring.length > 1) ring.push(first);
  return ring;
};
