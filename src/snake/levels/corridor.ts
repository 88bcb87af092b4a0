import type { Rect } from '../../core/geometry/rect.js';
import { intersection } from '../../core/geometry/rect.js';
import type { Ring } from '../../core/geometry/ring.js';
import { eachEdge } from '../../core/geometry/ring.js';

/** A square of a grid: columns [column·side, (column + 1)·side), and rows likewise. */
export interface Cell {
  readonly column: number;
  readonly row: number;
}

/** The cells within `reach` pixels of a closed ring, along x and y, in the order in which the ring reaches them. */
export const cellsAlong = (ring: Ring, side: number, reach = 0): readonly Cell[] => {
  const found = new Map<string, Cell>();
  eachEdge(ring, (xa, ya, xb, yb) => cellsOfEdge(xa, ya, xb, yb, side, reach, found));
  return [...found.values()];
};

const cellsOfEdge = (
  xa: number,
  ya: number,
  xb: number,
  yb: number,
  side: number,
  reach: number,
  found: Map<string, Cell>,
): void => {
  const first = Math.floor((Math.min(ya, yb) - reach) / side);
  const last = Math.floor((Math.max(ya, yb) + reach) / side);
  for (let k = first; k <= last; k++) {
    const row = ya <= yb ? k : first + last - k;
    // The part of the edge within reach of the row of cells.
    const top = Math.max(Math.min(ya, yb), row * side - reach);
    const bottom = Math.min(Math.max(ya, yb), (row + 1) * side + reach);
    const at = (y: number): number => (ya === yb ? xa : xa + ((y - ya) * (xb - xa)) / (yb - ya));
    const [from, to] = ya === yb ? [xa, xb] : [at(top), at(bottom)];
    const left = Math.floor((Math.min(from, to) - reach) / side);
    const right = Math.floor((Math.max(from, to) + reach) / side);
    for (let c = left; c <= right; c++) {
      const column = xa <= xb ? c : left + right - c;
      found.set(`${column} ${row}`, { column, row });
    }
  }
};

/** Side of the cells in which a level is read: it divides the windows' side, and tiles are rarely smaller. */
const CORRIDOR_SIDE = 128;
/** A level is read this far from the ring at least, or so many pixels of the coarser level. */
const REACH = 32;
const COARSE_REACH = 8;

/** The part of a level that is read along a ring. @param factor pixels of the level per pixel of the coarser one */
export const corridorAlong = (ring: Ring, factor: number): Corridor =>
  new Corridor(ring, CORRIDOR_SIDE, Math.max(REACH, Math.ceil(COARSE_REACH * factor)));

/** The square cells of side `side`, in pixels, within `reach` pixels of a ring. */
export class Corridor {
  readonly #columns = new Map<number, Set<number>>();

  constructor(
    ring: Ring,
    private readonly side: number,
    reach: number,
  ) {
    for (const { column, row } of cellsAlong(ring, side, reach)) {
      const line = this.#columns.get(row) ?? new Set();
      line.add(column);
      this.#columns.set(row, line);
    }
  }

  /** The part in `window` as rectangles; adjacent cells of a row are merged. */
  within(window: Rect): readonly Rect[] {
    const { side } = this;
    const rects: Rect[] = [];
    const last = Math.floor((window.x + window.width - 1) / side);
    for (let row = Math.floor(window.y / side); row * side < window.y + window.height; row++) {
      const line = this.#columns.get(row);
      for (let column = Math.floor(window.x / side); column <= last; column++) {
        if (!line?.has(column)) continue;
        const first = column;
        while (column < last && line.has(column + 1)) column++;
        const run = { x: first * side, y: row * side, width: (column + 1 - first) * side, height: side };
        const part = intersection(run, window);
        if (part !== undefined) rects.push(part);
      }
    }
    return rects;
  }
}
