/** A surface through what each cell should be, smooth where neighbours look alike (Grady, random walks, TPAMI 28, 2006). */

import { type CellPlanes, smoothed } from './cells.js';

/** Weight of the steepest step that there is. */
const LEAST = 1e-3;
/** Passes that even out the noise. */
const PASSES = 1;
/** Successive over-relaxation: the factor, and sweeps enough that information passes some sixty cells. */
const FACTOR = 1.7;
const SWEEPS = 60;

/** Strength of the ties of each cell to the one right of it and the one below it: 0 at the borders. */
export interface Ties {
  readonly right: Float64Array;
  readonly below: Float64Array;
}

/** 1 / (1 + (g/2m)²), with g the squared step between two cells and m its mean. */
export const tiesOf = ({ planes, width, height }: CellPlanes): Ties => {
  const even = planes.map((plane) => smoothed(plane, width, PASSES));
  const [right, below] = [new Float64Array(width * height), new Float64Array(width * height)];
  let sum = 0;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      for (const plane of even) {
        if (x + 1 < width) right[at]! += (plane[at]! - plane[at + 1]!) ** 2;
        if (y + 1 < height) below[at]! += (plane[at]! - plane[at + width]!) ** 2;
      }
      sum += right[at]! + below[at]!;
    }
  }
  const mean = sum / Math.max(1, 2 * width * height - width - height) || 1;
  const tie = (squared: number): number => {
    const step = squared / (2 * mean);
    return 1 / (1 + step * step) + LEAST;
  };
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      right[at] = x + 1 < width ? tie(right[at]!) : 0;
      below[at] = y + 1 < height ? tie(below[at]!) : 0;
    }
  }
  return { right, below };
};

/**
 * Moves `values`, from 0 to 1, towards the least of Σ ties·(step)² + Σ weights·(value − wanted)². Each sweep takes the cells as
 * on a chessboard; + − × ÷ in a fixed order, the same on every machine.
 */
export const relax = (
  values: Float64Array,
  wanted: Float64Array,
  weights: Float64Array,
  ties: Ties,
  width: number,
  height: number,
): void => {
  // A column and two rows of cells without ties stand round the others, so that every cell has four neighbours; + 0 changes no sum.
  const across = width + 1;
  const padded = (): Float64Array => new Float64Array(across * (height + 2));
  const [at, right, below, drawn, all] = [padded(), padded(), padded(), padded(), padded()];
  for (let y = 0, from = 0, i = across; y < height; y++, i++) {
    for (let x = 0; x < width; x++, from++, i++) {
      at[i] = values[from]!;
      right[i] = x + 1 < width ? ties.right[from]! : 0;
      below[i] = y + 1 < height ? ties.below[from]! : 0;
      drawn[i] = weights[from]! * wanted[from]!;
      all[i] = weights[from]! + right[i - 1]! + right[i]! + below[i - across]! + below[i]!;
    }
  }
  for (let sweep = 0; sweep < 2 * SWEEPS; sweep++) {
    for (let y = 0; y < height; y++) {
      const first = (y + 1) * across;
      let i = first + ((y + sweep) & 1);
      let before = at[i - 1]!;
      for (; i < first + width; i += 2) {
        const next = at[i + 1]!;
        const own = at[i]!;
        const sum =
          drawn[i]! +
          right[i - 1]! * before +
          right[i]! * next +
          below[i - across]! * at[i - across]! +
          below[i]! * at[i + across]!;
        before = next;
        const value = own + FACTOR * (sum / all[i]! - own);
        at[i] = value > 0 ? Math.min(value, 1) : 0;
      }
    }
  }
  for (let y = 0; y < height; y++) values.set(at.subarray((y + 1) * across, (y + 1) * across + width), y * width);
};
