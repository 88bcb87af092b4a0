/** Length and label of a scale bar. */
import { hypotenuse } from '../core/geometry/hypotenuse.js';
import type { Placement } from './samples.js';

/** A scale bar. */
export interface ScaleBar {
  /** Length in pixels of what it is drawn on. */
  readonly length: number;
  /** Length in words, such as `50 µm`. */
  readonly label: string;
}

const metres = { µm: 1e-6, mm: 1e-3, m: 1 } as const;
const units = [
  ['km', 1e3],
  ['m', 1],
  ['mm', 1e-3],
  ['µm', 1e-6],
  ['nm', 1e-9],
] as const;

/**
 * The longest bar of 1, 2 or 5 times a power of ten that has at most `longest` pixels: at least two fifths of it. None
 * for degrees.
 * @param across image pixels that one pixel of the drawing goes to the right
 * @param down and down
 */
export const scaleBar = (
  { pixelWidth, pixelHeight, unit }: Placement,
  [across, down]: readonly [across: number, down: number],
  longest: number,
): ScaleBar | undefined => {
  if (unit === 'degree') return undefined;
  const perPixel = metres[unit] * hypotenuse(across * pixelWidth, down * pixelHeight);
  const most = longest * perPixel;
  if (!(most > 0 && Number.isFinite(most))) return undefined;
  const size = roundBelow(most);
  const [name, one] = units.find(([, each]) => size >= each * (1 - 1e-12)) ?? units.at(-1)!;
  return { length: size / perPixel, label: `${Number((size / one).toPrecision(12))} ${name}` };
};

/** The largest of 1, 2 or 5 times a power of ten that is not above `most`. */
export const roundBelow = (most: number): number => {
  const power = Math.floor(Math.log10(most));
  // Some slack, as powers of ten are not exact.
  const digit = [5, 2, 1].find((each) => each * 10 ** power <= most * (1 + 1e-12)) ?? 1;
  return digit * 10 ** power;
};
