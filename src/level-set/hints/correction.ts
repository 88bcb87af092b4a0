/**
 * A correction of a front by a user's mark (ALGORITHMS D.10): the cells round a mark on the wrong side are weighed by similarity and
 * distance, as for the snake, in an image or in a volume. Cells close to a mark are certain: the front is kept fixed there.
 */

import type { Part } from '../../algorithm/evidence/relaxation.js';
import { cellsOf, type Field, type Grid } from '../bits/grid.js';
import { FORBIDDEN, MIDDLE, REQUIRED, UNIT, withHeld } from '../speed/held.js';
import { DECIDED, type Speed } from '../speed/speed.js';
import { squaredDistances } from './distance.js';
import type { Ground } from './ground.js';
import { joined } from './joined.js';
import type { CellMark } from './marks.js';
import { countsOf, evenedBy, type Scene, tiesIn } from './scene.js';
import { cellsIn, eachRow, relax, rimmed } from './surface.js';

/** As for the snake (`snake/hints/evidence.ts`); ALGORITHMS D.10.2 has the sources of these numbers. */
const SHIFT = 1.7;
const WIDTH = 2;
const CORE = 0.8;
const FADE = 2;
const OUTLINE = 0.1;
const COLOURS = 0.1;
const REACH = 3;
const CERTAIN = 3;
const FIXED = 1e6;
/** Cells that every colour counts for from the outset, all together, in either region. */
const UNKNOWN = 10;
const ROUNDS = 2;
/** Depths round a mark within which the surface is computed where the domain has more cells than `MOST_CELLS`. */
const LEAST_REACH = 8;
const MOST_CELLS = 2 ** 17;
/** Side of a cube of nearly as many. */
const SIDE = 50;
/** Nats of a cell that is certain to be inside by the surface. */
const NATS = 4;

/** A mark that was used for a correction, and its depth at that time, in cells. */
export interface Made {
  readonly mark: CellMark;
  readonly depth: number;
}

/** The corrected front, from which the run continues. */
export interface Corrected {
  readonly field: Field;
  readonly mask: Uint8Array;
  /** The speed, where it differs from the run's. */
  readonly speed?: Speed;
}

/** The front that is corrected. */
export interface Present {
  /** 1 where a cell is inside. */
  readonly mask: Uint8Array;
  /** Of each cell from the front, negative inside; changed in place. */
  readonly distances: Float64Array;
}

/** What is known after some marks; immutable. */
export interface Known {
  /** 1 where a cell is certain to be inside, −1 outside; empty before the first mark. */
  readonly certain: Int8Array;
  /** 1 where a cell belongs to the object before the front is smoothed; only where a box and its colours decide. */
  readonly decided: Uint8Array | undefined;
}

/**
 * Corrects a front.
 * @param made all marks used so far, that of this correction last
 * @param marks all marks that have to be on their sides
 */
export const corrected = (
  ground: Ground,
  known: Known,
  { mask: before, distances }: Present,
  made: readonly Made[],
  marks: readonly CellMark[],
): Corrected & { readonly known: Known } => {
  const { field, within, weighed, told } = ground;
  const last = made.at(-1)!;
  const { depth } = last;
  const squared = squaredDistances(flagged(last.mark.cells, field.grid), 1, field.grid);
  const certain = certainAfter(known.certain, squared, made, marks);
  const values = surface(ground, last, distances, squared, certain);
  const plane = field.planes[0] instanceof Uint8Array ? new Uint8Array(values.length) : new Uint16Array(values.length);
  const mask = new Uint8Array(values.length);
  const { missing } = field;
  const reach = last.mark.inside ? depth * depth : Number.NEGATIVE_INFINITY;
  for (let i = 0; i < plane.length; i++) {
    const enters = within === undefined || within[i] === 1 || certain[i] === 1 || squared[i]! <= reach;
    if (certain[i] === 1) plane[i] = REQUIRED;
    else if (certain[i] === -1 || !enters) plane[i] = FORBIDDEN;
    else plane[i] = MIDDLE + Math.round(UNIT * (2 * values[i]! - 1));
    mask[i] = enters && values[i]! > 0.5 && !missing?.[i] ? 1 : 0;
  }
  if (weighed !== 'alone') {
    const { decided } = known;
    return { field: withHeld(field, plane, weighed === 'in nats' ? NATS : 0), mask, known: { certain, decided } };
  }
  // Starts from the decisions before smoothing: if they were smoothed again with each mark, slender parts would shrink away.
  const decided = (told && known.decided?.slice()) ?? mask;
  if (told) {
    for (const cell of joined(mask, before, last.mark, field.grid)) decided[cell] = last.mark.inside ? 1 : 0;
    for (let i = 0; i < certain.length; i++) if (certain[i] !== 0) decided[i] = certain[i] === 1 ? 1 : 0;
    for (let i = 0; i < mask.length; i++) mask[i] = decided[i] === 1 && (before[i] === 1 || mask[i] === 1) ? 1 : 0;
  }
  const alone = { grid: field.grid, planes: [decided] };
  return { field: missing ? { ...alone, missing } : alone, mask, speed: DECIDED, known: { certain, decided } };
};

/** Adds the cells round the last mark to the certain cells. */
const certainAfter = (
  before: Int8Array,
  squared: Float64Array,
  made: readonly Made[],
  marks: readonly CellMark[],
): Int8Array => {
  const { mark, depth } = made.at(-1)!;
  const certain = before.length === 0 ? new Int8Array(squared.length) : before.slice();
  const reach = Math.max(1, CORE * depth) ** 2;
  const side = mark.inside ? 1 : -1;
  for (let i = 0; i < certain.length; i++) if (squared[i]! <= reach) certain[i] = side;
  // Marked cells take precedence over the surroundings of a later mark.
  for (const each of made) for (const cell of each.mark.cells) certain[cell] = each.mark.inside ? 1 : -1;
  for (const each of marks)
    for (const cell of each.cells) if (certain[cell] !== 0) certain[cell] = each.inside ? 1 : -1;
  return certain;
};

/** The certainty that each cell is inside, from 0 to 1. `distances` are changed in place. */
const surface = (
  { field, told, scene }: Ground,
  { mark, depth }: Made,
  distances: Float64Array,
  squared: Float64Array,
  certain: Int8Array,
): Float64Array => {
  const { grid } = field;
  const [width, reach] = [(WIDTH * depth) ** 2, (REACH * depth) ** 2];
  const sign = mark.inside ? -1 : 1;
  const wanted = distances;
  const values = new Float64Array(distances.length);
  for (let i = 0; i < wanted.length; i++) {
    const bump = 1 + squared[i]! / width;
    const shifted = distances[i]! + (sign * SHIFT * depth) / (bump * bump);
    wanted[i] = Math.min(Math.max(0.5 - shifted / (2 * FADE * depth), 0), 1);
    values[i] = certain[i] === 0 ? wanted[i]! : certain[i] === 1 ? 1 : 0;
  }
  const weightOf = (i: number): number =>
    told?.plane[i] === FORBIDDEN && certain[i] === 0 ? 0 : (certain[i] === 0 ? 1 : CERTAIN) / (1 + squared[i]! / reach);
  const part = rimmed(partOf(mark, depth, grid), grid);
  const ties = tiesIn(scene, part.with);
  const [goal, pull] = [new Float64Array(cellsIn(part.with)), new Float64Array(cellsIn(part.with))];
  const inside = new Uint8Array(values.length);
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < inside.length; i++) inside[i] = values[i]! > 0.5 ? 1 : 0;
    const share = shares(scene, inside, weightOf);
    eachRow(part.with, grid, (cell, local, count) => {
      for (let i = cell, at = local; i < cell + count; i++, at++) {
        if (certain[i] !== 0) {
          pull[at] = FIXED;
          goal[at] = certain[i] === 1 ? 1 : 0;
          continue;
        }
        const colour = share[scene.colours[i]!]!;
        const alike = told ? colour / (colour + (1 - colour) * told.against[told.plane[i]!]!) : colour;
        // Without other evidence the surface is the contour itself, and the front stays unchanged far from the mark.
        const outline = told ? OUTLINE * (1 + squared[i]! / reach) : OUTLINE;
        pull[at] = outline + COLOURS;
        goal[at] = (outline * wanted[i]! + COLOURS * alike) / (outline + COLOURS);
      }
    });
    relax(values, { goal, pull, ties }, part, grid);
  }
  return values;
};

/** All cells, or in a large domain those near the mark: beyond 8 depths the outline moves by less than a hundredth of a depth. */
const partOf = (mark: CellMark, depth: number, { width, height, depth: slices }: Grid): Part => {
  const sizes = [width, height, slices] as const;
  if (width * height * slices <= MOST_CELLS) return { from: [0, 0, 0], to: sizes };
  const reach = Math.ceil(Math.max(SIDE / 2, LEAST_REACH * depth));
  const from: [number, number, number] = [...sizes];
  const to: [number, number, number] = [0, 0, 0];
  for (const cell of mark.cells) {
    const at = [cell % width, Math.floor(cell / width) % height, Math.floor(cell / (width * height))];
    for (const axis of [0, 1, 2] as const) {
      from[axis] = Math.min(from[axis], Math.max(0, at[axis]! - reach));
      to[axis] = Math.max(to[axis], Math.min(sizes[axis], at[axis]! + reach + 1));
    }
  }
  return { from, to };
};

/** One byte a cell, 1 for the given cells. */
const flagged = (cells: readonly number[], grid: Grid): Uint8Array => {
  const flags = new Uint8Array(cellsOf(grid));
  for (const cell of cells) flags[cell] = 1;
  return flags;
};

/** For each colour, the object's share of its cells, where each region has the same total weight. */
const shares = (scene: Scene, inside: Uint8Array, weightOf: (cell: number) => number): Float64Array => {
  const [outside, object] = countsOf(scene, inside, weightOf);
  const each = (UNKNOWN * evenedBy(scene)) / scene.classes;
  const sum = (counts: Float64Array): number => counts.reduce((all, count) => all + count, each * counts.length);
  const [sumOut, sumIn] = [sum(outside), sum(object)];
  return object.map((count, colour) => {
    const here = (count + each) / sumIn;
    return here / (here + (outside[colour]! + each) / sumOut);
  });
};
