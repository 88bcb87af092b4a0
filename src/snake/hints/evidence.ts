/**
 * Evidence of a correction for every cell: from 0, outside, to 1, inside (ALGORITHMS D.10).
 *
 * A mark of depth d on the wrong side of the outline lies in an error about 2d wide, because users click into its middle. So
 * the outline's distances are shifted by nearly 2d at the mark, and by less further away. Each cell is then drawn to its side of
 * the shifted outline (the more, the less that was shifted), to the region whose colours it shares, to the body in the user's box, and to similar
 * neighbours; cells within most of d of the mark are certain. The depth is the distance from the outline, or less where there is no room
 * for an error of that width. The range over which the mark makes the outline uncertain depends on the distance.
 */

import { squaredDistances } from './distance.js';
import { likeness } from './likeness.js';
import type { Looks } from './looks.js';
import { looksIn, nearBy } from './near.js';
import { relax } from './relaxed.js';

/** A mark on the wrong side of the outline at the time of the correction. */
export interface Correction {
  readonly cells: readonly number[];
  readonly inside: boolean;
  /** Its distance from that outline, in cells; at least 1. */
  readonly away: number;
  /** Half the width of its error, in cells: the distance, or less where the error cannot be that wide; at least 1. */
  readonly depth: number;
}

/** The evidence of the body in the user's box for each cell, from 0, outside, to 1, and its weight relative to the outline's, at most 1. */
export interface Body {
  readonly values: Float64Array;
  readonly weight: number;
}

/** Distance by which the outline moves at a mark, in depths; and the distance, in the mark's distances, at which it moves by a quarter of that. */
const SHIFT = 1.7;
const WIDTH = 2;
/** Radius around a mark within which cells are certain, in depths. */
const CORE = 0.8;
/** Distance from the shifted outline, in the mark's distances, from which on a cell at the mark is wholly drawn to its side. */
const FADE = 2;
/** Minimum of that distance, in cells: away from the mark it is shorter where the user gave the whole outline. */
const LEAST_FADE = 0.5;
/** Weights of the shifted outline, of the colours and of the body in a box, where that has its whole weight, beside that of a tie between cells that look alike. */
const OUTLINE = 0.1;
const COLOURS = 0.1;
const BODY = 0.1;
/** Cells at this distance, in the mark's distances, have half weight for the colours; certain ones have threefold weight. */
const REACH = 3;
const CERTAIN = 3;
/** Outweighs every other weight. */
const FIXED = 1e6;
/** Rounds in which the colours are learnt from the previous surface. */
const ROUNDS = 2;

/** Options of the evidence. */
interface EvidenceOptions {
  /** Share of the last correction's effect, 1 when not given: reduced where the full effect would leave nothing. */
  readonly share?: number;
  /** Whether the user gave the whole outline, true when not given: it is then the more certain, the less the mark moves it. */
  readonly told?: boolean;
  /** The body in the user's box, where it counts. */
  readonly body?: Body | undefined;
}

/**
 * The surface of a correction, 0 outside the object to 1 inside, by cell.
 * @param distances of the outline that is corrected, negative inside; shifted in place
 * @param corrections the last one is to be made; the earlier ones stay certain
 */
export const evidence = (
  looks: Looks,
  distances: Float64Array,
  corrections: readonly Correction[],
  { share = 1, told = true, body }: EvidenceOptions = {},
): Float64Array => {
  const { width, height } = looks;
  const last = corrections.at(-1)!;
  const { away: far, depth } = last;
  const squared = nearest(last.cells, width, height);
  const sign = last.inside ? -1 : 1;
  const wanted = new Float64Array(distances.length);
  const weight = new Float64Array(distances.length);
  for (let i = 0; i < wanted.length; i++) {
    const away = squared[i]! / (far * far);
    const bump = 1 + away / (WIDTH * WIDTH);
    distances[i]! += (sign * share * SHIFT * depth) / (bump * bump);
    const fade = told ? Math.max((FADE * far) / bump, LEAST_FADE) : FADE * far;
    wanted[i] = Math.min(Math.max(0.5 - distances[i]! / (2 * fade), 0), 1);
    weight[i] = 1 / (1 + away / (REACH * REACH));
  }
  const certain = new Int8Array(wanted.length);
  for (const { cells, inside, depth: its } of corrections) {
    const near = cells === last.cells ? squared : nearest(cells, width, height);
    const reach = Math.max(1, CORE * its * (cells === last.cells ? share : 1));
    for (let i = 0; i < near.length; i++) if (near[i]! <= reach * reach) certain[i] = inside ? 1 : -1;
  }
  const values = wanted.map((value, i) => (certain[i] === 0 ? value : certain[i] === 1 ? 1 : 0));
  for (let i = 0; i < weight.length; i++) if (certain[i] !== 0) weight[i]! *= CERTAIN;
  const near = nearBy(looks, last.cells, far);
  const its = looksIn(looks, near);
  const [part, wants, fixed, counted] = [near.cut(values), near.cut(wanted), near.cut(certain), near.cut(weight)];
  const bodied = body && near.cut(body.values);
  const third = body ? BODY * body.weight : 0;
  const all = OUTLINE + COLOURS + third;
  const [goal, pull] = [new Float64Array(part.length), new Float64Array(part.length)];
  for (let round = 0; round < ROUNDS; round++) {
    const alike = likeness(its.colours, part, counted);
    for (let i = 0; i < goal.length; i++) {
      const drawn = OUTLINE * wants[i]! + COLOURS * alike[i]! + (bodied ? third * bodied[i]! : 0);
      pull[i] = fixed[i] === 0 ? all : FIXED;
      goal[i] = fixed[i] === 0 ? drawn / all : fixed[i] === 1 ? 1 : 0;
    }
    relax(part, goal, pull, its.ties, near.width, near.height);
  }
  near.put(part, values);
  return values;
};

/** Squared distance of each cell to the nearest of the given cells. */
const nearest = (cells: readonly number[], width: number, height: number): Float64Array => {
  const [first] = cells;
  if (cells.length === 1 && first !== undefined) {
    const [cx, cy] = [first % width, Math.floor(first / width)];
    const squared = new Float64Array(width * height);
    for (let y = 0, i = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++) squared[i] = (x - cx) ** 2 + (y - cy) ** 2;
    return squared;
  }
  const flags = new Uint8Array(width * height);
  for (const cell of cells) flags[cell] = 1;
  return squaredDistances(flags, width, height);
};
