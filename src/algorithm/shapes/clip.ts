/**
 * Boolean operations on polygons, by Clipper2 in whole numbers. Coordinates are rounded to 1/256 of a pixel, which
 * doubles represent exactly: the same input gives the same polygons on every machine.
 */
import {
  Clipper64,
  ClipperOffset,
  ClipType,
  EndType,
  FillRule,
  JoinType,
  PathType,
  type PolyPath64,
  PolyTree64,
} from 'clipper2-ts';
import type { Rect } from '../../core/geometry/rect.js';
import type { Position } from '../../core/geometry/ring.js';
import type { Geometry } from '../algorithm.js';
import { polygonal, polygonsOf } from './polygons.js';

/** Steps of the grid in a pixel. */
export const GRID = 256;
/** Maximum deviation of a round corner from an arc, in pixels. */
const ARC = 0.1;
/** Parts and holes smaller than this are dropped: a quarter of a pixel. */
const LEAST = 0.25 * GRID * GRID;

/** Polygons in grid steps: the input and output of the operations. */
export type Area = { x: number; y: number }[][];

/** Size in squared steps of the grid; holes, whose rings run the other way, are not counted. */
export const sizeOf = (area: Area): number => Math.abs(area.reduce((sum, ring) => sum + twiceSigned(ring), 0)) / 2;

/** The area of a geometry by the even-odd rule, whatever the direction of its rings. */
export const areaIn = (geometry: Geometry): Area =>
  flat(solve(ClipType.Union, polygonsOf(geometry).flat().map(gridPath), [], FillRule.EvenOdd));

const gridPath = (ring: readonly Position[]): Area[number] =>
  ring.slice(0, -1).map(([x, y]) => ({ x: Math.round(x * GRID), y: Math.round(y * GRID) }));

/** The area enclosed by the closed line through `points`, which may cross itself. */
export const outlined = (points: readonly { readonly x: number; readonly y: number }[]): Area => {
  const ring = points.map(({ x, y }) => ({ x: Math.round(x * GRID), y: Math.round(y * GRID) }));
  return flat(solve(ClipType.Union, [ring], [], FillRule.NonZero));
};

/** A rectangle. */
export const boxed = ({ x, y, width, height }: Rect): Area =>
  outlined([
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]);

/** Area that a round brush covers along a line. */
export const stroked = (points: readonly { readonly x: number; readonly y: number }[], radius: number): Area => {
  const line = points.map(({ x, y }) => ({ x: Math.round(x * GRID), y: Math.round(y * GRID) }));
  const [only] = line;
  if (line.length === 1 && only) line.push({ x: only.x + 1, y: only.y });
  return inflated([line], radius * GRID, JoinType.Round, EndType.Round, ARC * GRID);
};

/** Half the width of a slit, in steps of the grid: the minimum at which no two pieces touch. */
const SLIT = 2;

/** A line as narrow as the grid allows. An area beside it covers it when grown by `slitMargin`. */
export const slit = (points: readonly { readonly x: number; readonly y: number }[]): Area => {
  const line = points.map(({ x, y }) => ({ x: Math.round(x * GRID), y: Math.round(y * GRID) }));
  return inflated([line], SLIT, JoinType.Miter, EndType.Square, 0);
};
/** Pixels by which an area beside a slit must grow to cover it. */
export const slitMargin = (4 * SLIT) / GRID;

/** The connected parts of an area, each with its holes. */
export const partsOf = (area: Area): Area[] => {
  const parts: Area[] = [];
  const visit = (node: PolyPath64 | PolyTree64): void => {
    for (let k = 0; k < node.count; k++) {
      const outer = node.child(k);
      if (!outer.poly) continue;
      const rings = [outer.poly];
      for (let h = 0; h < outer.count; h++) {
        const hole = outer.child(h);
        if (hole.poly) rings.push(hole.poly);
        visit(hole);
      }
      parts.push(rings);
    }
  };
  visit(solve(ClipType.Union, area, [], FillRule.NonZero));
  return parts;
};

/** The area grown by a margin in pixels; a negative margin shrinks it. */
export const grown = (area: Area, margin: number): Area =>
  inflated(area, margin * GRID, JoinType.Round, EndType.Polygon, ARC * GRID);

/** The points in either area. */
export const united = (a: Area, b: Area): Area => flat(solve(ClipType.Union, a, b, FillRule.NonZero));
/** The points of `a` that are not in `b`. */
export const without = (a: Area, b: Area): Area => flat(solve(ClipType.Difference, a, b, FillRule.NonZero));
/** The points in both areas. */
export const common = (a: Area, b: Area): Area => flat(solve(ClipType.Intersection, a, b, FillRule.NonZero));

/** Offsets an area. Not Clipper's own function: it is a member of a namespace, which would load the whole library. */
const inflated = (area: Area, margin: number, join: JoinType, end: EndType, arc: number): Area => {
  const offset = new ClipperOffset(2, arc);
  offset.addPaths(area, join, end);
  const rings: Area = [];
  offset.execute(margin, rings);
  return rings;
};

const solve = (type: ClipType, subject: Area, clip: Area, rule: FillRule): PolyTree64 => {
  const tree = new PolyTree64();
  const clipper = new Clipper64();
  clipper.addPaths(subject, PathType.Subject);
  clipper.addPaths(clip, PathType.Clip);
  clipper.execute(type, rule, tree);
  return tree;
};

/** All rings of a tree: outer ones and holes run in opposite directions. */
const flat = (tree: PolyPath64 | PolyTree64): Area => {
  const rings: Area = [];
  const visit = (node: PolyPath64 | PolyTree64): void => {
    for (let k = 0; k < node.count; k++) {
      const child = node.child(k);
      if (child.poly) rings.push(child.poly);
      visit(child);
    }
  };
  visit(tree);
  return rings;
};

/** The area as polygons with their holes, without tiny parts; `undefined` where nothing is left. */
export const geometryOfArea = (area: Area): Geometry | undefined => {
  const isLarge = (ring: Area[number]): boolean => twiceArea(ring) >= 2 * LEAST;
  const polygons = partsOf(area)
    .filter(([outer]) => outer && isLarge(outer))
    .map((rings) => rings.filter(isLarge).map(closed));
  return polygonal(polygons);
};

const closed = (ring: Area[number]): Position[] => {
  const positions = ring.map(({ x, y }): Position => [x / GRID, y / GRID]);
  return [...positions, positions[0]!];
};

const twiceArea = (ring: Area[number]): number => Math.abs(twiceSigned(ring));

const twiceSigned = (ring: Area[number]): number => {
  let sum = 0;
  for (const [k, { x, y }] of ring.entries()) {
    const next = ring[(k + 1) % ring.length]!;
    sum += x * next.y - next.x * y;
  }
  return sum;
};
