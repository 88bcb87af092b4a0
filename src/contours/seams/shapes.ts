/** Contours near seams, indexed by position. */
import type { Geometry } from '../../algorithm/algorithm.js';
import type { Box } from '../../core/geometry/rect.js';
import { boundsOf } from '../geometry.js';
import { commonPixels, type Spans, spansOf } from '../spans.js';

/** A contour of a region, with what is needed to compare it. */
export class Shape {
  readonly bounds: Box;
  #spans: Spans | undefined;

  constructor(
    readonly region: number,
    readonly geometry: Geometry,
  ) {
    this.bounds = boundsOf(geometry);
  }

  /** Its pixels, counted when they are asked for first. */
  get pixels(): Spans {
    this.#spans ??= spansOf(this.geometry);
    return this.#spans;
  }

  /** Frees the pixels; they would be counted again. */
  release(): void {
    this.#spans = undefined;
  }

  /** Tells whether two contours are one object: they share more than half of the pixels of the smaller one. */
  isSame(other: Shape): boolean {
    const [a, b] = [this.bounds, other.bounds];
    if (a.x0 >= b.x1 || b.x0 >= a.x1 || a.y0 >= b.y1 || b.y0 >= a.y1) return false;
    const [p, q] = [this.pixels, other.pixels];
    return 2 * commonPixels(p, q) > Math.min(p.area, q.area);
  }
}

/** Side of a cell, in pixels: about that of a large object. */
const CELL = 256;

/** Shapes by the cells that their bounds touch. */
export class SeamShapes {
  readonly #cells = new Map<number, Map<number, Set<Shape>>>();

  add(shape: Shape): void {
    for (const [row, column] of cellsOf(shape)) {
      const cells = this.#cells.get(row) ?? new Map<number, Set<Shape>>();
      this.#cells.set(row, cells);
      const cell = cells.get(column) ?? new Set<Shape>();
      cells.set(column, cell);
      cell.add(shape);
    }
  }

  /** Removes a shape, and the cells that become empty. */
  remove(shape: Shape): void {
    for (const [row, column] of cellsOf(shape)) {
      const cells = this.#cells.get(row);
      const cell = cells?.get(column);
      if (!cells || !cell?.delete(shape) || cell.size > 0) continue;
      cells.delete(column);
      if (cells.size === 0) this.#cells.delete(row);
    }
  }

  /** The shapes in the cells that a shape's bounds touch, once each, in the order in which they came. */
  near(shape: Shape): ReadonlySet<Shape> {
    const near = new Set<Shape>();
    for (const [row, column] of cellsOf(shape)) {
      for (const other of this.#cells.get(row)?.get(column) ?? []) near.add(other);
    }
    return near;
  }

  /** Whether a shape of another region is the same object and satisfies `wanted`. */
  holds(shape: Shape, wanted: (other: Shape) => boolean = () => true): boolean {
    for (const other of this.near(shape))
      if (other.region !== shape.region && shape.isSame(other) && wanted(other)) return true;
    return false;
  }

  /** Removes the shapes that lie completely above a row of pixels. */
  forgetAbove(y: number): void {
    for (const row of this.#cells.keys()) if ((row + 1) * CELL <= y) this.#cells.delete(row);
  }
}

function* cellsOf({ bounds: { x0, y0, x1, y1 } }: Shape): Generator<readonly [row: number, column: number]> {
  for (let row = Math.floor(y0 / CELL); row * CELL < y1; row++) {
    for (let column = Math.floor(x0 / CELL); column * CELL < x1; column++) yield [row, column];
  }
}
