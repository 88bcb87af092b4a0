/** The surface of a user's marks on the cells of a run, in an image or a volume, and its relaxation. */

import { type Part, relax as relaxSurface } from '../../algorithm/evidence/relaxation.js';
import type { Grid } from '../bits/grid.js';

/**
 * Successive over-relaxation. A cell with six ties of 1 and a pull of 0.2 makes each Jacobi sweep a factor ρ = 6/6.2; the best
 * factor is 2/(1 + √(1 − ρ²)) = 1.6, and each sweep then leaves 0.6 of an error: 20 sweeps leave 4·10⁻⁵.
 */
const FACTOR = 1.6;
const SWEEPS = 20;

/** A part of a grid, and its rim of surrounding cells, which stay fixed. */
export interface Rimmed {
  /** Cells that move. */
  readonly part: Part;
  /** Those, and the surrounding cells within the grid. */
  readonly with: Part;
}

/** Adds its rim to a part of a grid. */
export const rimmed = (part: Part, { width, height, depth }: Grid): Rimmed => {
  const sizes = [width, height, depth] as const;
  const [x, y, z] = part.from;
  const [right, below, behind] = part.to;
  const from = [Math.max(0, x - 1), Math.max(0, y - 1), Math.max(0, z - 1)] as const;
  const to = [Math.min(sizes[0], right + 1), Math.min(sizes[1], below + 1), Math.min(sizes[2], behind + 1)] as const;
  return { part, with: { from, to } };
};

/** Cells of a part. */
export const cellsIn = ({ from, to }: Part): number => (to[0] - from[0]) * (to[1] - from[1]) * (to[2] - from[2]);

/** Calls `visit` for each row of a part: its first cell in the grid and in the part, and how many cells it has. */
export const eachRow = (
  { from, to }: Part,
  { width, height }: Grid,
  visit: (cell: number, local: number, count: number) => void,
): void => {
  const count = to[0] - from[0];
  for (let z = from[2], local = 0; z < to[2]; z++)
    for (let y = from[1]; y < to[1]; y++, local += count) visit((z * height + y) * width + from[0], local, count);
};

/** What draws the cells of a part and its rim. */
export interface Draws {
  /** The value that each cell is drawn to, from 0 to 1. */
  readonly goal: Float64Array;
  /** How strongly. */
  readonly pull: Float64Array;
  /** Strength of the ties of each cell to the next one along x, y and z. */
  readonly ties: readonly Float64Array[];
}

/**
 * Moves the values of a part's cells, from 0 to 1, towards the minimum of Σ ties·(step)² + Σ pull·(value − goal)²; the cells round the part stay fixed.
 * @param values of the whole grid
 */
export const relax = (
  values: Float64Array,
  { goal, pull, ties }: Draws,
  { part, with: whole }: Rimmed,
  grid: Grid,
): void => {
  const [x, y, z] = whole.from;
  const local = new Float64Array(goal.length);
  eachRow(whole, grid, (cell, at, count) => local.set(values.subarray(cell, cell + count), at));
  const here = ([px, py, pz]: Part['from']): Part['from'] => [px - x, py - y, pz - z];
  const size = here(whole.to);
  relaxSurface({
    values: local,
    goal,
    pull,
    ties,
    grid: { width: size[0], height: size[1], depth: size[2] },
    part: { from: here(part.from), to: here(part.to) },
    colour: (x + y + z) % 2 === 0 ? 0 : 1,
    factor: FACTOR,
    sweeps: SWEEPS,
  });
  eachRow(whole, grid, (cell, at, count) => values.set(local.subarray(at, at + count), cell));
};
