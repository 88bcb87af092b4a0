/** The surface of the user's marks on cells of an image: the strength of the ties between neighbours, and the number of relaxation sweeps. */

import { relax as relaxSurface } from '../../algorithm/evidence/relaxation.js';
import { type CellPlanes, smoothed } from './cells.js';

/** Weight of the steepest possible step. */
const LEAST = 1e-3;
/** Smoothing passes against noise. */
const PASSES = 1;
/** Successive over-relaxation: the factor, and enough sweeps that information spreads over about sixty cells. */
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

/** Moves `values`, from 0 to 1, towards the least of Σ ties·(step)² + Σ weights·(value − wanted)². */
export const relax = (
  values: Float64Array,
  wanted: Float64Array,
  weights: Float64Array,
  ties: Ties,
  width: number,
  height: number,
): void =>
  relaxSurface({
    values,
    goal: wanted,
    pull: weights,
    ties: [ties.right, ties.below],
    grid: { width, height, depth: 1 },
    part: { from: [0, 0, 0], to: [width, height, 1] },
    factor: FACTOR,
    sweeps: SWEEPS,
  });
