/** A user's marks on the cells of a run. */

import { type Marks, pixelsOf, type Stroke, sided } from '../../algorithm/hints.js';
import { SegmenterError, show } from '../../core/errors.js';
import { because } from '../../core/reasons.js';
import type { Grid } from '../bits/grid.js';

/** A mark's cells that lie in the domain. */
export interface CellMark {
  readonly cells: readonly number[];
  readonly inside: boolean;
}

/** The place of the grid's first cell, in cells of the image's level, and the pixels along a cell. */
export interface MarkFrame {
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
  /** First slice of the grid, and the slice of marks that name none. */
  readonly first: number;
  readonly slice: number;
}

/**
 * Lists the marks with a cell in the domain, in the order in which they were made; where the order is unknown, those inside first.
 * @throws SegmenterError `bad-hints` where a mark inside lies beyond the domain, or marks of different sides share a cell.
 */
export const cellMarks = (marks: Marks | undefined, grid: Grid, frame: MarkFrame): readonly CellMark[] => {
  if (marks === undefined) return [];
  const given = sided(marks).map(({ stroke, inside, slice }) => ({
    cells: cellsUnder(stroke, slice ?? frame.slice, grid, frame),
    inside,
  }));
  const beyond = given.filter(({ inside }) => inside).findIndex(({ cells }) => cells.length === 0);
  if (beyond >= 0) {
    const reason = because(
      'inside-and-outside',
    )`it is inside the object and outside the domain; leave the domain out, or give a larger one`;
    throw new SegmenterError('bad-hints', {
      hints: because('inside-mark')`inside ${beyond}, ${show(marks.inside[beyond])}`,
      reason,
    });
  }
  // A mark outside the domain is outside the object already.
  const all = given.filter(({ cells }) => cells.length > 0);
  const taken = new Map<number, boolean>();
  for (const mark of all) {
    for (const cell of mark.cells) {
      if (taken.get(cell) === !mark.inside) {
        const reason = because(
          'marks-share-cell',
        )`marks inside and outside share a cell of this level; give a finer level or more pixelBudget`;
        throw new SegmenterError('bad-hints', { hints: because('at-cell')`at cell ${cell}`, reason });
      }
      taken.set(cell, mark.inside);
    }
  }
  return all;
};

const cellsUnder = (stroke: Stroke, slice: number, { width, height, depth }: Grid, frame: MarkFrame): number[] => {
  const z = slice - frame.first;
  if (z < 0 || z >= depth) return [];
  const pixels = pixelsOf(stroke, frame.scaleX, frame.scaleY);
  const cells = new Set<number>();
  for (let i = 0; i < pixels.length; i += 2) {
    const [x, y] = [pixels[i]! - frame.x, pixels[i + 1]! - frame.y];
    if (x >= 0 && y >= 0 && x < width && y < height) cells.add((z * height + y) * width + x);
  }
  return [...cells];
};

/** Whether all cells of a mark are on its side of a mask. */
export const isMet = (mask: Uint8Array, { cells, inside }: CellMark): boolean =>
  cells.every((cell) => (mask[cell] === 1) === inside);

const names = new WeakMap<CellMark, string>();

/** Side and cells of a mark as a text, which is the same for equal marks of different runs. */
export const nameOf = (mark: CellMark): string => {
  const known = names.get(mark);
  if (known !== undefined) return known;
  const name = `${mark.inside ? 'inside' : 'outside'} ${mark.cells.join()}`;
  names.set(mark, name);
  return name;
};
