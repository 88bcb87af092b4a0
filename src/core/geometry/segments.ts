/** Intersections of segments. The predicates are exact for all doubles (Shewchuk); the points are rounded. */
import { orient2d } from 'robust-predicates';
import type { Position, Ring } from './ring.js';

/** The side of the line from `p` to `q` that `r` lies on: −1, 0 on the line, or 1. */
const side = (p: Position, q: Position, r: Position): number => Math.sign(orient2d(p[0], p[1], q[0], q[1], r[0], r[1]));

/** Whether the path from `a` over `b` to `c` folds back on itself. */
export const foldsBack = (a: Position, b: Position, c: Position): boolean =>
  (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0 && side(a, b, c) === 0;

/** Whether a point lies inside a closed ring given as x, y pairs, by the even-odd rule. A point on the ring may count as either. */
export const isInside = (ring: Ring, [x, y]: Position): boolean => {
  let inside = false;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!];
    if (ay <= y !== by <= y && orient2d(ax, ay, bx, by, x, y) > 0 === by > ay) inside = !inside;
  }
  return inside;
};

/** A common point of two closed segments, rounded; `undefined` where they have none. */
export const meetingPoint = (a: Position, b: Position, c: Position, d: Position): Position | undefined => {
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1])) return undefined;
  const [c1, d1, a1, b1] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  if (c1 * d1 < 0 && a1 * b1 < 0) return crossPoint(a, b, c, d);
  if (c1 === 0 && inBox(a, b, c)) return c;
  if (d1 === 0 && inBox(a, b, d)) return d;
  if (a1 === 0 && inBox(c, d, a)) return a;
  return b1 === 0 && inBox(c, d, b) ? b : undefined;
};

const inBox = (p: Position, q: Position, r: Position): boolean =>
  Math.min(p[0], q[0]) <= r[0] &&
  r[0] <= Math.max(p[0], q[0]) &&
  Math.min(p[1], q[1]) <= r[1] &&
  r[1] <= Math.max(p[1], q[1]);

const crossPoint = (a: Position, b: Position, c: Position, d: Position): Position => {
  const det = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]);
  const t = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / det;
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
};

/**
 * The approximate place where a ring without equal neighbours touches, crosses or folds back on itself; `undefined`
 * where it is simple.
 */
export const firstTouch = (ring: readonly Position[]): Position | undefined => {
  const n = ring.length;
  for (let i = 0; i < n; i++) {
    const [a, b, c] = [ring[i]!, ring[(i + 1) % n]!, ring[(i + 2) % n]!];
    if (foldsBack(a, b, c)) return b;
  }
  const edges = ring.map((a, index) => {
    const b = ring[(index + 1) % n]!;
    return { index, a, b, left: Math.min(a[0], b[0]), right: Math.max(a[0], b[0]) };
  });
  edges.sort((e, f) => e.left - f.left);
  for (let i = 0; i < n; i++) {
    const e = edges[i]!;
    for (let j = i + 1; j < n && edges[j]!.left <= e.right; j++) {
      const f = edges[j]!;
      const apart = Math.abs(e.index - f.index);
      if (apart === 1 || apart === n - 1) continue;
      const point = meetingPoint(e.a, e.b, f.a, f.b);
      if (point) return point;
    }
  }
  return undefined;
};
