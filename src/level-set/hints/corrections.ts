/**
 * Corrections of a front by a person's marks (ALGORITHMS D.10): what surrounds a mark on the wrong side is weighed by likeness and
 * nearness, as for the snake, in an image or in a volume; the front goes on from there. Cells round a mark are certain: the front is
 * held there, and what smoothing took of them is given back.
 */

import type { Part } from '../../algorithm/evidence/relaxation.js';
import { SegmenterError } from '../../core/errors.js';
import { cellsOf, type Field, type Grid } from '../bits/grid.js';
import { FORBIDDEN, MIDDLE, REQUIRED, UNIT, withHeld } from '../speed/held.js';
import { DECIDED, type Speed } from '../speed/speed.js';
import { outlineDistances, squaredDistances } from './distance.js';
import { type CellMark, isMet } from './marks.js';
import { countsOf, evenedBy, type Scene, sceneOf } from './scene.js';
import { relax } from './surface.js';

/** As for the snake (`snake/hints/evidence.ts`): where these numbers come from stands in ALGORITHMS D.10. */
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
/** Depths round a mark within which the surface is worked out where the domain has more cells than `MOST_CELLS`. */
const LEAST_REACH = 8;
const MOST_CELLS = 2 ** 17;
/** Side of a cube of nearly as many. */
const SIDE = 50;
/** Marks that are corrected one by one; those still on the wrong side then are heeded together. */
const MOST_CORRECTIONS = 12;
/** Width of an error in depths of its mark: no correction moves the front by more. A mark that it leaves deeper was cut off by it. */
const ERROR_WIDTH = 2;
/** Nats of a cell that is certain to be inside by the surface. */
const NATS = 4;

/** A mark that was heeded, and its depth then, in cells. */
interface Made {
  readonly mark: CellMark;
  readonly depth: number;
}

/** A front to go on from. */
export interface Corrected {
  readonly field: Field;
  readonly mask: Uint8Array;
  /** Where it is not the run's. */
  readonly speed?: Speed;
}

/** What a box and the colours in it said of each cell. */
export interface Told {
  /** The box's prior. */
  readonly plane: Uint8Array;
  /** The odds against the object that a value of the prior is worth. */
  readonly against: Float64Array;
  /** 1 where a cell is the object's, the marks so far heeded, before the front is smoothed. */
  decided: Uint8Array;
}

/** The corrections of one run. */
export class Corrections {
  readonly #scene: Scene;
  readonly #made: Made[] = [];
  /** The mark that the last correction passed over for a deeper one, and the depth that it may have at most now. */
  #passed: Made | undefined;
  #certain = new Int8Array(0);

  /**
   * @param field without a plane of the box
   * @param within cells that the front may enter; all where there is none
   * @param weighed `'alone'`: the surface decides; `'in nats'`: beside speeds that are logarithms of likelihood ratios; `'not'`: beside other
   * speeds, where a weight in nats has no meaning and certain cells alone are held
   * @param ordered the marks lie in the order in which they were made, and not inside before outside
   */
  constructor(
    private readonly field: Field,
    private readonly marks: readonly CellMark[],
    private readonly within: Uint8Array | undefined,
    private readonly weighed: 'alone' | 'in nats' | 'not',
    private readonly told?: Told,
    private readonly ordered = false,
  ) {
    this.#scene = sceneOf(field);
  }

  /** The next correction of a mask; `undefined` where every mark is on its side. */
  next(mask: Uint8Array): Corrected | undefined {
    const wrong = this.marks.filter((mark) => !isMet(mask, mark));
    if (wrong.length === 0) return undefined;
    const { grid } = this.field;
    const distances = outlineDistances(mask, grid);
    const deep = (mark: CellMark): Made => {
      const depth = mark.cells.reduce((most, cell) => Math.max(most, (mark.inside ? 1 : -1) * distances[cell]!), 1);
      return { mark, depth: this.#passed?.mark === mark ? Math.min(depth, this.#passed.depth) : depth };
    };
    const heads = this.ordered
      ? wrong.slice(0, 1)
      : [wrong.find(({ inside }) => inside), wrong.find(({ inside }) => !inside)];
    const candidates = heads.flatMap((mark) => (mark ? [deep(mark)] : []));
    const last = candidates.reduce((a, b) => (b.depth > a.depth ? b : a));
    const other = candidates.find((each) => each !== last);
    const others = this.#made.length + 1 < MOST_CORRECTIONS ? [] : wrong.filter((mark) => mark !== last.mark);
    this.#made.push(...others.map(deep), last);
    this.#passed = other && { mark: other.mark, depth: other.depth + ERROR_WIDTH * last.depth };
    return this.#corrected(mask, distances, last);
  }

  /** The mask with all that is certain: what smoothing took of it is given back. */
  held(mask: Uint8Array): Uint8Array {
    for (const [cell, side] of this.#certain.entries()) if (side !== 0) mask[cell] = side === 1 ? 1 : 0;
    return mask;
  }

  #corrected(before: Uint8Array, distances: Float64Array, last: Made): Corrected {
    const { field, within } = this;
    const { grid } = field;
    const { depth } = last;
    const squared = nearest(last.mark.cells, grid);
    this.#markCertain(last, squared);
    const certain = this.#certain;
    const sign = last.mark.inside ? -1 : 1;
    const wanted = new Float64Array(distances.length);
    for (let i = 0; i < wanted.length; i++) {
      const bump = 1 + squared[i]! / (WIDTH * depth) ** 2;
      const shifted = distances[i]! + (sign * SHIFT * depth) / (bump * bump);
      wanted[i] = Math.min(Math.max(0.5 - shifted / (2 * FADE * depth), 0), 1);
    }
    const values = wanted.map((value, i) => (certain[i] === 0 ? value : certain[i] === 1 ? 1 : 0));
    const { told } = this;
    const weightOf = (i: number): number =>
      told?.plane[i] === FORBIDDEN && certain[i] === 0
        ? 0
        : (certain[i] === 0 ? 1 : CERTAIN) / (1 + squared[i]! / (REACH * depth) ** 2);
    const part = this.#part(last);
    const [goal, pull] = [new Float64Array(values.length), new Float64Array(values.length)];
    for (let round = 0; round < ROUNDS; round++) {
      const share = shares(
        this.#scene,
        Uint8Array.from(values, (value) => (value > 0.5 ? 1 : 0)),
        weightOf,
      );
      for (let i = 0; i < goal.length; i++) {
        const colour = share[this.#scene.colours[i]!]!;
        const alike = told ? colour / (colour + (1 - colour) * told.against[told.plane[i]!]!) : colour;
        // Beside no other evidence the surface is the contour itself, and what is far from the mark stays as it is.
        const outline = told ? OUTLINE * (1 + squared[i]! / (REACH * depth) ** 2) : OUTLINE;
        pull[i] = certain[i] === 0 ? outline + COLOURS : FIXED;
        goal[i] =
          certain[i] === 0 ? (outline * wanted[i]! + COLOURS * alike) / (outline + COLOURS) : certain[i] === 1 ? 1 : 0;
      }
      relax(values, goal, pull, this.#scene, part);
    }
    const reached = last.mark.inside ? squared : undefined;
    const plane =
      field.planes[0] instanceof Uint8Array ? new Uint8Array(values.length) : new Uint16Array(values.length);
    const mask = new Uint8Array(values.length);
    for (let i = 0; i < plane.length; i++) {
      const enters =
        within === undefined || within[i] === 1 || certain[i] === 1 || (reached && reached[i]! <= depth * depth);
      if (certain[i] === 1) plane[i] = REQUIRED;
      else if (certain[i] === -1 || !enters) plane[i] = FORBIDDEN;
      else plane[i] = MIDDLE + Math.round(UNIT * (2 * values[i]! - 1));
      mask[i] = enters && values[i]! > 0.5 && !field.missing?.[i] ? 1 : 0;
    }
    if (this.weighed === 'alone') {
      // Not what smoothing left of the decisions: smoothed anew with each mark, slender parts would waste away.
      const decided = told?.decided.slice() ?? mask;
      if (told) {
        for (const cell of joined(mask, before, last.mark, grid)) decided[cell] = last.mark.inside ? 1 : 0;
        for (const [cell, its] of certain.entries()) if (its !== 0) decided[cell] = its === 1 ? 1 : 0;
        for (let i = 0; i < mask.length; i++) mask[i] = decided[i] === 1 && (before[i] === 1 || mask[i] === 1) ? 1 : 0;
        told.decided = decided;
      }
      const alone = { grid, planes: [decided] };
      return { field: field.missing ? { ...alone, missing: field.missing } : alone, mask, speed: DECIDED };
    }
    return { field: withHeld(field, plane, this.weighed === 'in nats' ? NATS : 0), mask };
  }

  #markCertain({ mark, depth }: Made, squared: Float64Array): void {
    const { grid } = this.field;
    if (this.#certain.length === 0) this.#certain = new Int8Array(cellsOf(grid));
    const certain = this.#certain;
    const reach = Math.max(1, CORE * depth) ** 2;
    const side = mark.inside ? 1 : -1;
    for (let i = 0; i < certain.length; i++) if (squared[i]! <= reach) certain[i] = side;
    // What a person marked outweighs what lies round a later mark.
    for (const each of this.#made) for (const cell of each.mark.cells) certain[cell] = each.mark.inside ? 1 : -1;
    for (const each of this.marks)
      for (const cell of each.cells) if (certain[cell] !== 0) certain[cell] = each.inside ? 1 : -1;
  }

  /** All cells, or of many those near the mark: beyond 8 depths the outline moves by less than a hundredth of one. */
  #part({ mark, depth }: Made): Part {
    const { width, height, depth: slices } = this.field.grid;
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
  }
}

/**
 * Of what a mark changes in a mask, the cells that go to the mark's side and are joined to it: a mark inside takes nothing away, one outside adds
 * nothing, and parts elsewhere stay.
 */
const joined = (
  after: Uint8Array,
  before: Uint8Array,
  { cells, inside }: CellMark,
  { width, height, depth }: Grid,
): readonly number[] => {
  const slice = width * height;
  const side = inside ? 1 : 0;
  const reached = new Uint8Array(after.length);
  const its: number[] = [];
  const take = (cell: number): void => {
    if (reached[cell] === 1 || after[cell] !== side || before[cell] === side) return;
    reached[cell] = 1;
    its.push(cell);
  };
  for (const cell of cells) take(cell);
  for (let next = 0; next < its.length; next++) {
    const cell = its[next]!;
    const x = cell % width;
    const y = Math.floor(cell / width) % height;
    const z = Math.floor(cell / slice);
    if (x > 0) take(cell - 1);
    if (x + 1 < width) take(cell + 1);
    if (y > 0) take(cell - width);
    if (y + 1 < height) take(cell + width);
    if (z > 0) take(cell - slice);
    if (z + 1 < depth) take(cell + slice);
  }
  return its;
};

/** Squared distance of each cell to the nearest of some. */
const nearest = (cells: readonly number[], grid: Grid): Float64Array => {
  const flags = new Uint8Array(cellsOf(grid));
  for (const cell of cells) flags[cell] = 1;
  return squaredDistances(flags, 1, grid);
};

/** Of each colour the share that the object has of the cells of both regions, each region as a whole. */
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

/** The mask of a result, once parts and holes that are too small have been left out. Throws `bad-hints` where one of them held a mark. */
export const checkMet = (mask: Uint8Array, marks: readonly CellMark[]): void => {
  const lost = marks.find((mark) => !isMet(mask, mark));
  if (lost === undefined) return;
  const reason = 'the part or hole that it marks is smaller than minimumArea; give a smaller one';
  throw new SegmenterError('bad-hints', { hints: `a mark ${lost.inside ? 'inside' : 'outside'}`, reason });
};
