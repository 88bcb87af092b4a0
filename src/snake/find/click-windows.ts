/** The windows round a click, one for each supposed size of its object, and the levels that they are read at (ALGORITHMS D.12). */

import type { Algorithm } from '../../algorithm/algorithm.js';
import { chooseLevel, levelByIndex, levelRect } from '../../core/geometry/levels.js';
import { intersection, type Level, type Rect } from '../../core/geometry/rect.js';
import type { Point } from './click.js';

/** Smallest supposed radius, in full-resolution pixels; it is doubled up to the share `LARGEST` of the longer side of the searched area. */
const LEAST_RADIUS = 4;
const LARGEST = 3 / 4;
/** Sides of a window, in radii. */
const WINDOW = 8;
/** Maximum pixels of a window. */
const MOST_PIXELS = 2 ** 18;

/** The supposed radii in an area, in full-resolution pixels, the smallest first. */
export const radiiIn = ({ width, height }: Rect): readonly number[] => {
  const radii = [];
  const largest = Math.max(LEAST_RADIUS, LARGEST * Math.max(width, height));
  for (let radius = LEAST_RADIUS; radius <= largest; radius *= 2) radii.push(radius);
  return radii;
};

/** The window of a radius within `whole`, in full-resolution pixels. */
export const windowOf = ({ x, y }: Point, radius: number, whole: Rect): Rect => {
  const half = Math.ceil((WINDOW / 2) * radius);
  const square = { x: Math.floor(x) - half, y: Math.floor(y) - half, width: 2 * half + 1, height: 2 * half + 1 };
  return intersection(square, whole) ?? whole;
};

/** The level at which a window is read. */
export const levelOf = (window: Rect, levels: readonly Level[], pixelBudget: number): number =>
  chooseLevel(window, levels, Math.min(MOST_PIXELS, pixelBudget));

/** Implements `Algorithm.readsRound`. */
export const readsRound: NonNullable<Algorithm['readsRound']> = async (point, image, pixelBudget, inView) => {
  const { width, height, levels } = image;
  return radiiIn(inView).map((radius) => {
    const window = windowOf(point, radius, { x: 0, y: 0, width, height });
    const level = levelOf(window, levels, pixelBudget);
    return { level, rect: levelRect(window, levelByIndex(levels, level)) };
  });
};
