/** The ring around a shape of cells, and its simplification. */

import type { Ring } from '../../core/geometry/ring.js';
import { isSimple } from '../kernels/shared/legality.js';
import type { CellGrid } from './cells.js';

/** Maximum deviation of a ring from its shape, as a share of a cell: more than the corners of stairs have. */
const TOLERANCE = 0.75;

/**
 * The ring around a shape that is one part without holes, in pixels of the cells' domain: simple, and with as few vertices as
 * its purpose allows; `undefined` where even all vertices do not suffice.
 */
export const ringRound = (
  inside: Uint8Array,
  grid: CellGrid,
  domain: { readonly width: number; readonly height: number },
  wanted: (ring: Ring) => boolean = () => true,
): Ring | undefined => {
  const corners = outlineOf(inside, grid);
  for (let tolerance = TOLERANCE; ; tolerance = tolerance > 0.1 ? tolerance / 2 : 0) {
    const ring = simplified(corners, tolerance).map((at, i) =>
      Math.min(at * grid.size, i % 2 === 0 ? domain.width : domain.height),
    );
    if (isSimple({ words: Uint32Array.from(ring), at: 0, vertices: ring.length / 2 }) && wanted(ring)) return ring;
    if (tolerance === 0) return undefined;
  }
};

/** The corners of the outline, clockwise on the screen, in cells; the shape is one part without holes (`shape.ts`). */
export const outlineOf = (inside: Uint8Array, { width, height }: CellGrid): number[] => {
  const has = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && inside[y * width + x] === 1;
  const first = inside.indexOf(1);
  if (first < 0) return [];
  const [x0, y0] = [first % width, Math.floor(first / width)];
  const ring: number[] = [x0, y0];
  // Begins along the top of the first cell; the shape stays on the right.
  let [x, y, dx, dy] = [x0 + 1, y0, 1, 0];
  while (x !== x0 || y !== y0) {
    const left = cellAhead(x, y, dx, dy, -1);
    const right = cellAhead(x, y, dx, dy, 1);
    const [turnLeft, turnRight] = [has(left[0], left[1]), !has(right[0], right[1])];
    if (turnLeft || turnRight) ring.push(x, y);
    if (turnLeft) [dx, dy] = [dy, -dx];
    else if (turnRight) [dx, dy] = [-dy, dx];
    x += dx;
    y += dy;
  }
  return ring;
};

/** The cell ahead of a corner, on the left (−1) or right (1) of the direction of travel. */
const cellAhead = (x: number, y: number, dx: number, dy: number, side: -1 | 1): readonly [number, number] => {
  const [sx, sy] = [-dy * side, dx * side];
  return [x + (dx + sx - 1) / 2, y + (dy + sy - 1) / 2];
};

/**
 * Drops the vertices of a ring that lie near the edges between the others (Douglas and Peucker 1973).
 * @param ring x0, y0, x1, y1, … without the repeated first vertex
 * @param tolerance maximum distance of a dropped vertex, in the units of the ring; 0 keeps all
 */
export const simplified = (ring: readonly number[], tolerance: number): number[] => {
  const n = ring.length / 2;
  if (n < 4 || tolerance <= 0) return [...ring];
  let far = 0;
  for (let i = 1; i < n; i++) if (squaredTo(ring, i, 0, 0) > squaredTo(ring, far, 0, 0)) far = i;
  const kept = new Uint8Array(n);
  kept[0] = 1;
  kept[far] = 1;
  const parts: [number, number][] = [
    [0, far],
    [far, n],
  ];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [from, to] = part;
    let [most, at] = [tolerance * tolerance, -1];
    for (let i = from + 1; i < to; i++) {
      const squared = squaredTo(ring, i, from, to % n);
      if (squared > most) [most, at] = [squared, i];
    }
    if (at < 0) continue;
    kept[at] = 1;
    parts.push([from, at], [at, to]);
  }
  return ring.filter((_, i) => kept[i >> 1] === 1);
};

/** Squared distance of vertex `i` from the edge between two others. */
const squaredTo = (ring: readonly number[], i: number, from: number, to: number): number => {
  const [px, py] = [ring[2 * i]! - ring[2 * from]!, ring[2 * i + 1]! - ring[2 * from + 1]!];
  const [dx, dy] = [ring[2 * to]! - ring[2 * from]!, ring[2 * to + 1]! - ring[2 * from + 1]!];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(Math.max((px * dx + py * dy) / length, 0), 1);
  return (px - along * dx) ** 2 + (py - along * dy) ** 2;
};
