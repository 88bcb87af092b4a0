/**
 * The cells on which a correction is computed. Where marks of different sides are close together, cells are as small as the
 * gap between them, so there are many; the effect of a mark ends within a few times its distance from the outline.
 */

import { type CellGrid, MOST_CELLS } from './cells.js';
import type { Looks } from './looks.js';

/** Minimum radius around a mark, in the mark's distances from the outline: beyond it, the outline moves by less than a hundredth of a depth. */
const LEAST_REACH = 8;

/** A rectangle of cells. */
export interface Near {
  readonly width: number;
  readonly height: number;
  /** Extracts its cells from a list of all cells. */
  cut<T extends Float64Array | Int8Array | Uint16Array>(all: T): T;
  /** Writes its cells back to a list of all cells. */
  put(its: Float64Array, all: Float64Array): void;
}

/**
 * All cells where there are at most `MOST_CELLS`; else that many around the mark's cells, or those within
 * `LEAST_REACH` where these are more.
 * @param away the mark's distance from the outline, in cells
 */
export const nearBy = (
  { width, height }: Pick<CellGrid, 'width' | 'height'>,
  cells: readonly number[],
  away: number,
): Near => {
  if (width * height <= MOST_CELLS) {
    return { width, height, cut: (all) => all.slice() as typeof all, put: (its, all) => all.set(its) };
  }
  const reach = Math.ceil(Math.max(Math.sqrt(MOST_CELLS) / 2, LEAST_REACH * away));
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const cell of cells) {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    left = Math.min(left, Math.max(0, x - reach));
    top = Math.min(top, Math.max(0, y - reach));
    right = Math.max(right, Math.min(width, x + reach));
    bottom = Math.max(bottom, Math.min(height, y + reach));
  }
  const eachRow = (take: (from: number, to: number, at: number) => void): void => {
    for (let row = top; row < bottom; row++) {
      take(row * width + left, row * width + right, (row - top) * (right - left));
    }
  };
  return {
    width: right - left,
    height: bottom - top,
    cut: (all) => {
      const its = all.slice(0, (right - left) * (bottom - top)) as typeof all;
      eachRow((from, to, at) => its.set(all.subarray(from, to), at));
      return its;
    },
    put: (its, all) => eachRow((from, to, at) => all.set(its.subarray(at, at + to - from), from)),
  };
};

/** The looks of a part of the cells. Ties across its border are not used. */
export const looksIn = ({ colours, ties }: Looks, near: Near): Pick<Looks, 'colours' | 'ties'> => ({
  colours: { ...colours, of: near.cut(colours.of) },
  ties: { right: near.cut(ties.right), below: near.cut(ties.below) },
});
