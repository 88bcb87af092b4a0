/**
 * Object round a click, supposing its size (ALGORITHMS D.12): a shape grown on cells round it, and how much it looks like
 * an object. Cells, surface and scores come from + − × ÷ √ in doubles in a fixed order: every backend finds the same.
 */

import { type CellGrid, type CellPlanes, eachNeighbour, gridOf } from '../hints/cells.js';
import { squaredDistances } from '../hints/distance.js';
import { coloursOf, likeness } from '../hints/likeness.js';
import type { Looks } from '../hints/looks.js';
import { relax, tiesOf } from '../hints/relaxed.js';

/** Maximum cells of a window; with fewer, less is found. */
const MOST_CELLS = 4096;
/** Distances from the click, in radii: up to the first, cells are certain; at the second, cells have half the weight for the colours. */
const CORE = 0.35;
const REACH = 3;
/** Weight of certain cells for the colours. */
const CERTAIN = 3;
/** Weights of the supposed size and of the colours, relative to a tie between cells that look alike. */
const SIZE = 0.03;
const COLOURS = 0.1;
/** Weight of certain cells in the surface, which outweighs all others. */
const FIXED = 1e6;
/** Number of rounds; each learns the colours from the surface of the previous one. */
const ROUNDS = 3;
/** Maximum share of the outline on the window's border: a shape that is cut off there is not an object of this size. */
const CUT = 0.15;

/** Prepares the colours and ties of cells for hypotheses of any size. */
export const looksOf = (cells: CellPlanes): Looks => {
  const { width, height, size } = cells;
  return { width, height, size, colours: coloursOf(cells), ties: tiesOf(cells) };
};

/** The cells of a window, as fine as their number allows. */
export const windowGrid = (window: { readonly width: number; readonly height: number }): CellGrid =>
  gridOf(window, Math.max(window.width, window.height), MOST_CELLS);

/** Which sides of a window lie on the image's border, where an object may be cut off. */
export interface Sides {
  readonly left: boolean;
  readonly top: boolean;
  readonly right: boolean;
  readonly bottom: boolean;
}

/** A shape round a click. */
export interface Hypothesis {
  /** Flags of its cells: one part without holes. */
  readonly inside: Uint8Array;
  readonly area: number;
  /** Score of its likeness to an object; 0 where it is cut off. */
  readonly score: number;
  /** How well colours tell it from what surrounds it: 0 by chance, 1 with certainty. */
  readonly separation: number;
}

/**
 * @param at the click's cell
 * @param radius supposed, in cells
 */
export const hypothesis = (looks: Looks, at: number, radius: number, sides: Sides): Hypothesis => {
  const inside = solid(surfaceOf(looks, at, radius), at, looks);
  const area = inside.reduce((sum, is) => sum + is, 0);
  const apart = separation(inside, area, looks);
  return { inside, area, score: scoreOf(inside, at, looks, sides, apart), separation: apart };
};

/** Random walk with two priors: the supposed size, and the colours of the object and its surroundings that follow from it. */
const surfaceOf = ({ width, height, colours, ties }: Looks, at: number, radius: number): Float64Array => {
  const count = width * height;
  const [cx, cy] = [at % width, Math.floor(at / width)];
  const [wanted, weight] = [new Float64Array(count), new Float64Array(count)];
  const certain = new Uint8Array(count);
  const core = Math.max(1, CORE * radius);
  for (let i = 0; i < count; i++) {
    const squared = ((i % width) - cx) ** 2 + (Math.floor(i / width) - cy) ** 2;
    const away = Math.sqrt(squared);
    wanted[i] = Math.min(Math.max(0.5 - (away - radius) / (2 * radius), 0), 1);
    weight[i] = 1 / (1 + squared / (REACH * radius) ** 2);
    if (away > core) continue;
    certain[i] = 1;
    wanted[i] = 1;
    weight[i]! *= CERTAIN;
  }
  const values = wanted.slice();
  const goal = wanted.slice();
  const pull = Float64Array.from(certain, (is) => (is === 1 ? FIXED : SIZE + COLOURS));
  for (let round = 0; round < ROUNDS; round++) {
    const alike = likeness(colours, values, weight);
    for (let i = 0; i < count; i++) {
      if (certain[i] === 0) goal[i] = (SIZE * wanted[i]! + COLOURS * alike[i]!) / (SIZE + COLOURS);
    }
    relax(values, goal, pull, ties, width, height);
  }
  return values;
};

/** The cells above one half that are joined with the click's, and the holes in them. */
const solid = (surface: Float64Array, at: number, grid: CellGrid): Uint8Array => {
  const { width, height } = grid;
  const part = flooded([at], (cell) => surface[cell]! > 0.5 || cell === at, grid);
  const rim: number[] = [];
  for (let x = 0; x < width; x++) rim.push(x, (height - 1) * width + x);
  for (let y = 0; y < height; y++) rim.push(y * width, y * width + width - 1);
  const outer = flooded(rim, (cell) => part[cell] === 0, grid);
  return outer.map((is) => 1 - is);
};

/** Flags of the cells that have a property and are 4-connected to some of the given cells. */
const flooded = (
  from: readonly number[],
  has: (cell: number) => boolean,
  size: Pick<CellGrid, 'width' | 'height'>,
): Uint8Array => {
  const found = new Uint8Array(size.width * size.height);
  const stack: number[] = [];
  const take = (cell: number): void => {
    if (found[cell] === 1 || !has(cell)) return;
    found[cell] = 1;
    stack.push(cell);
  };
  for (const cell of from) take(cell);
  for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) eachNeighbour(cell, size, take);
  return found;
};

/**
 * Mean strength of the edges along the outline less that of the edges inside, times how far in the middle the click is, since people click
 * there, times how well colours separate the shape from a band round it of about half its radius.
 */
const scoreOf = (inside: Uint8Array, at: number, looks: Looks, sides: Sides, apart: number): number => {
  const { width, height } = looks;
  const { along, within, outline } = edgesOf(inside, looks);
  if (outline === 0 || cutCells(inside, looks, sides) > CUT * outline) return 0;
  const depths = squaredDistances(
    inside.map((is) => 1 - is),
    width,
    height,
  );
  const deepest = depths.reduce((a, b) => Math.max(a, b), 0);
  const middle = Math.sqrt(depths[at]! / Math.max(1, deepest));
  return Math.max(0, along - within) * middle * Math.max(0, apart);
};

/** Mean strength, from 0 to 1, of the edges along the outline and of those inside, and the number of the former. */
const edgesOf = (
  inside: Uint8Array,
  { width, height, ties }: Looks,
): { readonly along: number; readonly within: number; readonly outline: number } => {
  let [along, outline, within, pairs] = [0, 0, 0, 0];
  const take = (a: number, b: number, tie: number): void => {
    if (inside[a] !== inside[b]) {
      along += 1 - tie;
      outline++;
    } else if (inside[a] === 1) {
      within += 1 - tie;
      pairs++;
    }
  };
  for (let i = 0; i < inside.length; i++) {
    if (i % width < width - 1) take(i, i + 1, ties.right[i]!);
    if (i < width * (height - 1)) take(i, i + width, ties.below[i]!);
  }
  return { along: along / Math.max(1, outline), within: within / Math.max(1, pairs), outline };
};

/** Cells of a shape on the sides of its window that are not the image's. */
const cutCells = (inside: Uint8Array, { width, height }: CellGrid, { left, top, right, bottom }: Sides): number => {
  let cut = 0;
  for (let y = 0; y < height; y++) {
    if (!left) cut += inside[y * width]!;
    if (!right) cut += inside[y * width + width - 1]!;
  }
  for (let x = 0; x < width; x++) {
    if (!top) cut += inside[x]!;
    if (!bottom) cut += inside[(height - 1) * width + x]!;
  }
  return cut;
};

/**
 * Sum of the mean shares that cells' colours have on their own side, of the shape and of the band, less 1: 0 for equal colours, 1 for
 * disjoint ones.
 */
const separation = (inside: Uint8Array, area: number, { width, height, colours }: Looks): number => {
  const share = likeness(colours, inside, new Float64Array(inside.length).fill(1));
  const away = squaredDistances(inside, width, height);
  const band = Math.max(4, area / (4 * Math.PI));
  let [own, others, count] = [0, 0, 0];
  for (let i = 0; i < inside.length; i++) {
    if (inside[i] === 1) own += share[i]!;
    else if (away[i]! <= band) {
      others += 1 - share[i]!;
      count++;
    }
  }
  return own / area + others / Math.max(1, count) - 1;
};
