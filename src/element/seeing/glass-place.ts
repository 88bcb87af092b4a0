/** Place and size of the magnifier: beside what is pointed at, which it never covers, and within the view. */
import type { Point } from '../../contours/geometry.js';

/** The magnifier as a square round it, in CSS pixels from the view's corner. */
export interface GlassPlace {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** The largest side and the least, and the distance from the pointer, in CSS pixels. */
const MOST = 184;
const LEAST = 80;
const GAP = 24;

/** A finger hides what lies below it, and its hand most of what lies to the right. */
const SIDES = { finger: ['above', 'left', 'right', 'below'], pointer: ['right', 'left', 'above', 'below'] } as const;

/** The first side of the pointer with room for the largest glass, else that with the most room, for a smaller one. */
export const glassPlace = (
  at: Point,
  { width, height }: { readonly width: number; readonly height: number },
  by: keyof typeof SIDES,
): GlassPlace => {
  const room = { right: width - at.x, left: at.x, above: at.y, below: height - at.y };
  const sideways = (where: keyof typeof room): boolean => where === 'right' || where === 'left';
  const sideOf = (where: keyof typeof room): number =>
    Math.min(MOST, Math.floor(room[where]) - GAP, sideways(where) ? height : width);
  const where = SIDES[by].reduce((best, next) => (sideOf(next) > sideOf(best) ? next : best));
  // In a view too small for any it lies within it, as far as it goes.
  const side = Math.max(Math.min(LEAST, width, height), sideOf(where));
  const beside = { right: at.x + GAP, left: at.x - GAP - side, above: at.y - GAP - side, below: at.y + GAP };
  const within = (value: number, length: number): number => Math.min(Math.max(0, value), Math.max(0, length - side));
  return {
    x: within(sideways(where) ? beside[where] : at.x - side / 2, width),
    y: within(sideways(where) ? at.y - side / 2 : beside[where], height),
    side,
  };
};
