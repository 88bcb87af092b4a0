/** Closed rings of positions in image coordinates, here without the repeated first position. */
import { orient2d } from 'robust-predicates';
import type { Rect } from '../image/samples.js';
import type { Position } from './algorithm.js';

/** The shoelace area: positive where the ring runs clockwise on screen (y down). */
export const signedArea = (ring: readonly Position[]): number => {
  let twice = 0;
  let [px, py] = ring.at(-1) ?? [0, 0];
  for (const [x, y] of ring) {
    twice += px * y - x * py;
    px = x;
    py = y;
  }
  return twice / 2;
};

/** Length of a line through `positions`. */
export const lengthOf = (positions: readonly Position[]): number => {
  let sum = 0;
  for (let i = 1; i < positions.length; i++) {
    const [ax, ay] = positions[i - 1]!;
    const [bx, by] = positions[i]!;
    sum += Math.hypot(bx - ax, by - ay);
  }
  return sum;
};

/** Without repeated neighbours, nor the first position repeated at the end. */
export const distinct = (ring: readonly Position[]): Position[] => {
  const same = (a: Position | undefined, b: Position): boolean => a?.[0] === b[0] && a[1] === b[1];
  const kept: Position[] = [];
  for (const position of ring) if (!same(kept.at(-1), position)) kept.push(position);
  while (kept.length > 1 && same(kept.at(-1), kept[0]!)) kept.pop();
  return kept;
};

/** The part of a ring inside `rect` (Sutherland & Hodgman 1974); a concave ring may come back touching itself. */
export const clipRing = (ring: readonly Position[], { x, y, width, height }: Rect): Position[] => {
  let kept = distinct(ring);
  const sides: readonly (readonly [axis: 0 | 1, at: number, sign: 1 | -1])[] = [
    [0, x, 1],
    [0, x + width, -1],
    [1, y, 1],
    [1, y + height, -1],
  ];
  for (const [axis, at, sign] of sides) {
    const depth = (p: Position): number => sign * (p[axis] - at);
    if (kept.every((p) => depth(p) >= 0)) continue;
    const input = kept;
    kept = [];
    let previous = input.at(-1);
    for (const position of input) {
      const from = depth(previous!);
      const to = depth(position);
      if (from >= 0 !== to >= 0) kept.push(crossing(previous!, position, from / (from - to), axis, at));
      if (to >= 0) kept.push(position);
      previous = position;
    }
    kept = distinct(kept);
  }
  return kept;
};

const crossing = (a: Position, b: Position, t: number, axis: 0 | 1, at: number): Position => {
  const other = a[1 - axis]! + t * (b[1 - axis]! - a[1 - axis]!);
  return axis === 0 ? [at, other] : [other, at];
};

/**
 * Where a ring of distinct neighbours touches, crosses or folds back on itself, near enough to point at; `undefined`
 * where it is simple. The signs are exact (Shewchuk's predicates).
 */
export const firstTouch = (ring: readonly Position[]): Position | undefined => {
  const n = ring.length;
  for (let i = 0; i < n; i++) {
    const [a, b, c] = [ring[i]!, ring[(i + 1) % n]!, ring[(i + 2) % n]!];
    const back = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0;
    if (back && orient2d(a[0], a[1], b[0], b[1], c[0], c[1]) === 0) return b;
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
      const point = meet(e.a, e.b, f.a, f.b);
      if (point) return point;
    }
  }
  return undefined;
};

/** A common point of two closed segments. */
const meet = (a: Position, b: Position, c: Position, d: Position): Position | undefined => {
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1])) return undefined;
  const side = (p: Position, q: Position, r: Position): number =>
    Math.sign(orient2d(p[0], p[1], q[0], q[1], r[0], r[1]));
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
