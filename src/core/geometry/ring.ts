/**
 * Rings, in four forms. `Ring`: flat, x0, y0, x1, y1, …, without the repeated first vertex; used by algorithms and states.
 * `Position[]`: GeoJSON's form in starts, contours and files, where the first position is repeated at the end; the functions
 * below take it without the repetition. Words in a typed array: a kernel's vertices, on a level's lattice. Paths in screen pixels:
 * the overlay's.
 */
import { hypotenuse } from './hypotenuse.js';
import type { Rect } from './rect.js';

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

/** Twice the area of a flat ring: positive where it runs clockwise on screen. Exact for whole coordinates below 2²⁶. */
export const twiceArea = (ring: Ring): number => {
  let twice = 0;
  for (let k = 0, p = ring.length - 2; k < ring.length; p = k, k += 2) {
    twice += ring[p]! * ring[k + 1]! - ring[k]! * ring[p + 1]!;
  }
  return twice;
};

/** Length of a line through `positions`. */
export const lengthOf = (positions: readonly Position[]): number => {
  let sum = 0;
  let before: Position | undefined;
  for (const position of positions) {
    if (before) sum += hypotenuse(position[0] - before[0], position[1] - before[1]);
    before = position;
  }
  return sum;
};

/** Drops positions equal to the previous one, and the last position where it repeats the first. */
export const distinct = (ring: readonly Position[]): Position[] => {
  const kept: Position[] = [];
  let last: Position | undefined;
  for (const position of ring) {
    if (last && last[0] === position[0] && last[1] === position[1]) continue;
    kept.push(position);
    last = position;
  }
  const [first] = kept;
  for (; first && kept.length > 1; kept.pop()) {
    const end = kept[kept.length - 1];
    if (end?.[0] !== first[0] || end[1] !== first[1]) break;
  }
  return kept;
};

/**
 * The part of a ring inside `rect` (Sutherland & Hodgman 1974), both as x0, y0, x1, y1, …; for a concave ring the result may
 * touch itself, and a vertex on the border may occur twice.
 */
export const clipRing = (ring: Ring, { x, y, width, height }: Rect): number[] => {
  let kept: number[] = [];
  let input = ring;
  const sides: readonly (readonly [axis: 0 | 1, at: number, sign: 1 | -1])[] = [
    [0, x, 1],
    [0, x + width, -1],
    [1, y, 1],
    [1, y + height, -1],
  ];
  for (const [axis, at, sign] of sides) {
    kept = [];
    for (let k = 0, j = input.length - 2; k < input.length; j = k, k += 2) {
      const from = sign * (input[j + axis]! - at);
      const to = sign * (input[k + axis]! - at);
      if (from >= 0 !== to >= 0) {
        const t = from / (from - to);
        const other = input[j + 1 - axis]! + t * (input[k + 1 - axis]! - input[j + 1 - axis]!);
        kept.push(axis === 0 ? at : other, axis === 0 ? other : at);
      }
      if (to >= 0) kept.push(input[k]!, input[k + 1]!);
    }
    input = kept;
  }
  return kept;
};

/** A point x, y in pixels, corner origin, y down. */
export type Position = readonly [number, number];

/** A closed ring in full-resolution pixels: x0, y0, x1, y1, … without the repeated first vertex. */
export type Ring = readonly number[];

/** The vertices of a flat ring, one by one. */
export const positionsOf = (ring: Ring): Position[] =>
  Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i]!, ring[2 * i + 1]!]);

/** The vertices of a flat ring in GeoJSON form: the first is repeated at the end. */
export const closedPositionsOf = (ring: Ring): Position[] => {
  const positions = positionsOf(ring);
  return [...positions, ...positions.slice(0, 1)];
};

/** Visits the edges of a flat ring, from each vertex to the next, including the closing edge. */
export const eachEdge = (ring: Ring, visit: (xa: number, ya: number, xb: number, yb: number) => void): void => {
  for (let i = 0; i < ring.length; i += 2) {
    const j = i + 2 < ring.length ? i + 2 : 0;
    visit(ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!);
  }
};
