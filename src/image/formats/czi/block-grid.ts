/** The blocks of a plane by the cells of a grid, so that a tile tests only those near it. */

import { intersection, type Rect } from '../../../core/geometry/rect.js';
import type { PlacedBlock } from './pyramid.js';

/** What a block covers, in pixels of its level. */
export const rectOf = ({ left, top, storedWidth, storedHeight }: PlacedBlock): Rect => ({
  x: left,
  y: top,
  width: storedWidth,
  height: storedHeight,
});

/** Blocks by cells as large as the largest of them, so that none lies in more than four. */
export class BlockGrid {
  readonly #width: number = 1;
  readonly #height: number = 1;
  /** Places in the list by column and row of cells. */
  readonly #cells = new Map<number, Map<number, number[]>>();

  /** @param blocks from the lowest to the topmost */
  constructor(private readonly blocks: readonly PlacedBlock[]) {
    for (const { storedWidth, storedHeight } of blocks) {
      this.#width = Math.max(this.#width, storedWidth);
      this.#height = Math.max(this.#height, storedHeight);
    }
    for (const [place, block] of blocks.entries()) {
      const { columns, rows } = this.#cellsOf(rectOf(block));
      for (let column = columns[0]; column <= columns[1]; column++) {
        const cells = this.#cells.get(column) ?? new Map<number, number[]>();
        this.#cells.set(column, cells);
        for (let row = rows[0]; row <= rows[1]; row++) {
          const places = cells.get(row);
          if (places) places.push(place);
          else cells.set(row, [place]);
        }
      }
    }
  }

  /** The blocks that show a part of a rectangle, from the lowest to the topmost. */
  within(rect: Rect): PlacedBlock[] {
    return this.#near(rect).filter((block) => intersection(rectOf(block), rect));
  }

  /** Whether a block shows a part of a rectangle. */
  shows(rect: Rect): boolean {
    return this.#near(rect).some((block) => intersection(rectOf(block), rect));
  }

  #near(rect: Rect): readonly PlacedBlock[] {
    const { columns, rows } = this.#cellsOf(rect);
    const cells = (columns[1] - columns[0] + 1) * (rows[1] - rows[0] + 1);
    if (!(cells < this.blocks.length)) return this.blocks;
    const places = new Set<number>();
    for (let column = columns[0]; column <= columns[1]; column++) {
      const its = this.#cells.get(column);
      for (let row = rows[0]; its && row <= rows[1]; row++) for (const place of its.get(row) ?? []) places.add(place);
    }
    return [...places].sort((a, b) => a - b).flatMap((place) => this.blocks[place] ?? []);
  }

  /** The first and the last column and row of cells that a rectangle lies in. */
  #cellsOf({ x, y, width, height }: Rect): Readonly<Record<'columns' | 'rows', readonly [number, number]>> {
    return {
      columns: [Math.floor(x / this.#width), Math.floor((x + width - 1) / this.#width)],
      rows: [Math.floor(y / this.#height), Math.floor((y + height - 1) / this.#height)],
    };
  }
}
