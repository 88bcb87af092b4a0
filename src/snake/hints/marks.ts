/** The positions of the user's marks on a level. */

import { type Marks, pixelsOf, sided } from '../../algorithm/hints.js';
import type { Mark } from '../../algorithm/shapes/mark-sides.js';
import { eachPair } from '../../core/geometry/pairs.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { CellGrid } from './cells.js';

/** Place of a level's domain in the image, and full-resolution pixels per pixel of the level. */
export interface Frame {
  readonly domain: Rect;
  readonly scaleX: number;
  readonly scaleY: number;
}

/** Pixels of a domain that are marked: 1 inside, −1 outside, by row × width + column. */
export type MarkedPixels = ReadonlyMap<number, 1 | -1>;

/** Lists marks in the order in which the user made them; those inside first, each list in its own order, where no common order was given. */
export const listOf = (marks: Marks): readonly Mark[] => sided(marks).map(({ stroke, inside }) => ({ stroke, inside }));

/** The pixels of a level's domain that marks run through; `undefined` where two of different sides share one. */
export const markedPixels = (marks: readonly Mark[], frame: Frame): MarkedPixels | undefined => {
  const marked = new Map<number, 1 | -1>();
  for (const mark of marks) {
    const side = mark.inside ? 1 : -1;
    for (const pixel of levelPixels(mark, frame)) {
      if (marked.get(pixel) === -side) return undefined;
      marked.set(pixel, side);
    }
  }
  return marked;
};

/** By row × width + column; parts outside the domain are left out. */
const levelPixels = ({ stroke }: Mark, { domain, scaleX, scaleY }: Frame): readonly number[] => {
  const its: number[] = [];
  eachPair(pixelsOf(stroke, scaleX, scaleY), (column, row) => {
    const [x, y] = [column - domain.x, row - domain.y];
    if (x >= 0 && y >= 0 && x < domain.width && y < domain.height) its.push(y * domain.width + x);
  });
  return its;
};

/** The cells that a mark runs through. */
export const cellsOf = (mark: Mark, frame: Frame, { width, size }: CellGrid): readonly number[] => {
  const cells = new Set<number>();
  for (const pixel of levelPixels(mark, frame)) {
    const [x, y] = [pixel % frame.domain.width, Math.floor(pixel / frame.domain.width)];
    cells.add(Math.floor(y / size) * width + Math.floor(x / size));
  }
  return [...cells];
};

/** Maximum number of pairs of opposite pixels whose distance is computed; with more, cells are as fine as pixels. */
const MOST_PAIRS = 2 ** 22;

/** Maximum pixels per side of a cell, so that there is another cell between opposite marks. */
export const finestFor = (marked: MarkedPixels, width: number): number => {
  const inside = [...marked].filter(([, side]) => side === 1).map(([pixel]) => pixel);
  const outside = [...marked].filter(([, side]) => side === -1).map(([pixel]) => pixel);
  if (inside.length * outside.length > MOST_PAIRS) return 1;
  let least = Number.POSITIVE_INFINITY;
  for (const p of inside) {
    for (const q of outside) {
      const dx = Math.abs((p % width) - (q % width));
      const dy = Math.abs(Math.floor(p / width) - Math.floor(q / width));
      least = Math.min(least, Math.max(dx, dy));
    }
  }
  return Math.max(1, least / 2);
};
