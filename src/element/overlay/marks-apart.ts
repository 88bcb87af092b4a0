/** The vertices of a view that get handles: those that are distinguishable, also across paths. */
import type { Projection } from './projection.js';

/** The margin round the view in which marks on vertices are still drawn, in CSS pixels. */
export const MARK_MARGIN = 8;
/** Distance below which two vertices have one mark, in CSS pixels. */
const CLOSE = 5;

/** Places that were taken, in cells of which one holds a place at most. */
export class Apart {
  readonly #columns: number;
  readonly #rows: number;
  /** x, y of the place in each cell. */
  readonly #places: Float32Array;

  constructor({ width, height }: Pick<Projection, 'width' | 'height'>) {
    this.#columns = Math.ceil((width + 2 * MARK_MARGIN) / CLOSE) + 1;
    this.#rows = Math.ceil((height + 2 * MARK_MARGIN) / CLOSE) + 1;
    this.#places = new Float32Array(2 * this.#columns * this.#rows).fill(Infinity);
  }

  /** Takes a place in the view or its margin; false where one was taken that is closer in x and in y. */
  takes(x: number, y: number): boolean {
    const column = Math.floor((x + MARK_MARGIN) / CLOSE);
    const row = Math.floor((y + MARK_MARGIN) / CLOSE);
    const places = this.#places;
    for (let j = Math.max(0, row - 1); j <= Math.min(this.#rows - 1, row + 1); j++) {
      for (let i = Math.max(0, column - 1); i <= Math.min(this.#columns - 1, column + 1); i++) {
        const at = 2 * (j * this.#columns + i);
        if (Math.abs(places[at]! - x) < CLOSE && Math.abs(places[at + 1]! - y) < CLOSE) return false;
      }
    }
    places[2 * (row * this.#columns + column)] = x;
    places[2 * (row * this.#columns + column) + 1] = y;
    return true;
  }
}
