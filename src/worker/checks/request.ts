/** Checks of a request before a run. The start is checked in `init.ts`. */

import type { Start } from '../../algorithm/start.js';
import { badParameter, show } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import { intersection } from '../../core/geometry/rect.js';
import { because } from '../../core/reasons.js';

/** A member that is a rectangle, upright and cut to the image. Throws `bad-parameter`. */
export const checkRect = (name: 'start' | 'domain' | 'within' | 'inView', value: unknown, image: Rect): Rect => {
  const rect = rectOf(value);
  if (rect === undefined) throw badParameter(name, value, 'it must be {x, y, width, height} in pixels of the image');
  const cut = intersection(upright(rect), image);
  if (cut === undefined) {
    throw badParameter(
      name,
      value,
      because('covers-part')`it must cover part of the image, which is ${image.width} × ${image.height}`,
    );
  }
  return cut;
};

/** Maximum number of expected areas in a request: further ones add no information. */
const MOST_AREAS = 256;

/** A list of areas above 0. Throws `bad-parameter`. */
export const checkAreas = (given: unknown): readonly number[] => {
  const areas: readonly unknown[] | undefined = Array.isArray(given) ? Array.from(given) : undefined;
  const isArea = (area: unknown): area is number => typeof area === 'number' && Number.isFinite(area) && area > 0;
  if (areas && areas.length <= MOST_AREAS && areas.every(isArea)) return areas;
  throw badParameter(
    'expectedAreas',
    show(given),
    because('areas')`it must be a list of at most ${MOST_AREAS} numbers above 0`,
  );
};

/** An area above 0; valid for clicks only. Throws `bad-parameter`. */
export const checkBound = (name: 'largerThan' | 'smallerThan', given: unknown, start: Start): number => {
  if (typeof given !== 'number' || !Number.isFinite(given) || given <= 0)
    throw badParameter(name, show(given), because('area')`it must be a number above 0, the area in px²`);
  if (start.kind === 'point') return given;
  throw badParameter(name, show(given), because('with-click')`it goes with a click, init: {x, y}`);
};

/** An index into the image's levels, 0 the finest. Throws `bad-parameter`. */
export const checkLevel = (level: unknown, levels: number): number => {
  if (typeof level === 'number' && Number.isInteger(level) && level >= 0 && level < levels) return level;
  const most = levels - 1;
  throw badParameter(
    'level',
    level,
    most === 0
      ? because('one-level')`it must be 0: the image has one level`
      : because('slice-range')`it must be an integer from 0 to ${most}`,
  );
};

/** Returns the pixel budget, an integer above 0. Throws `bad-parameter`. */
export const checkPixelBudget = (budget: unknown): number => {
  if (typeof budget === 'number' && Number.isSafeInteger(budget) && budget > 0) return budget;
  throw badParameter('pixelBudget', budget, 'it must be an integer, at least 1');
};

/** The same on every backend: the contour depends on which samples are read whole, and must not depend on the backend. */
const BUDGET = 2 ** 24;

/** The pixel budget of a request, or that of its engine. Throws `bad-parameter`. */
export const pixelBudgetOf = (given: Budgeted, { pixelBudget = BUDGET }: Budgeted): number =>
  checkPixelBudget(given.pixelBudget ?? pixelBudget);

interface Budgeted {
  readonly pixelBudget?: unknown;
}

/** Reads a rectangle of four finite numbers; `undefined` for anything else. */
export const rectOf = (value: unknown): Rect | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('x' in value && 'y' in value && 'width' in value && 'height' in value)) return undefined;
  const { x, y, width, height } = value;
  const all = [x, y, width, height].every((number) => typeof number === 'number' && Number.isFinite(number));
  return all ? { x: Number(x), y: Number(y), width: Number(width), height: Number(height) } : undefined;
};

/** The same rectangle with its corner at the top left, for any signs of width and height. */
export const upright = ({ x, y, width, height }: Rect): Rect => ({
  x: Math.min(x, x + width),
  y: Math.min(y, y + height),
  width: Math.abs(width),
  height: Math.abs(height),
});

/** The value of `exclusive` in a request. @throws SegmenterError `bad-parameter` */
export const checkExclusive = (given: unknown): boolean => {
  if (given === undefined || typeof given === 'boolean') return given ?? false;
  throw badParameter('exclusive', given, 'it must be true or false');
};
