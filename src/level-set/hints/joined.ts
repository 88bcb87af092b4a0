/** The part of a change that is attributed to a mark. */

import type { Grid } from '../bits/grid.js';
import type { CellMark } from './marks.js';

/**
 * The changed cells of a mask that go to the mark's side and are connected to the mark: a mark inside removes no cells, a mark outside adds
 * none, and parts elsewhere do not change.
 */
export const joined = (
  after: Uint8Array,
  before: Uint8Array,
  { cells, inside }: CellMark,
  { width, height, depth }: Grid,
): readonly number[] => {
  const slice = width * height;
  const side = inside ? 1 : 0;
  const reached = new Uint8Array(after.length);
  const its: number[] = [];
  const take = (cell: number): void => {
    if (reached[cell] === 1 || after[cell] !== side || before[cell] === side) return;
    reached[cell] = 1;
    its.push(cell);
  };
  for (const cell of cells) take(cell);
  for (let next = 0; next < its.length; next++) {
    const cell = its[next]!;
    const x = cell % width;
    const y = Math.floor(cell / width) % height;
    const z = Math.floor(cell / slice);
    if (x > 0) take(cell - 1);
    if (x + 1 < width) take(cell + 1);
    if (y > 0) take(cell - width);
    if (y + 1 < height) take(cell + width);
    if (z > 0) take(cell - slice);
    if (z + 1 < depth) take(cell + slice);
  }
  return its;
};
