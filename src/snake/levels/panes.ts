import { type Box, grownBy, intersection, type Rect } from '../../core/geometry/rect.js';
import type { Ring } from '../../core/geometry/ring.js';
import { cellsAlong } from './corridor.js';

/** A window of a level along the ring, and the part of it in which vertices move. Pixels of the level. */
export interface Pane {
  /** The rectangle that is read. */
  readonly window: Rect;
  /** Rectangle between `box` and `window`, at whose border edges from outside the window get a vertex. */
  readonly core: Rect;
  /** The rectangle in which vertices may be moved. */
  readonly box: Box;
  /** 0 to 3, in a two-by-two pattern: windows of the same colour do not overlap. */
  readonly colour: number;
}

/** Side of the cells into which the ring is divided. */
const SIDE = 512;
/** Pixels by which a vertex may leave its cell: neighbours overlap by this, so that no vertex is stuck at a seam. */
const OVERLAP = 32;
const CORE_MARGIN = 80;
const WINDOW_MARGIN = 128;
/** Pixels by which windows and their cores extend beyond the domain, where nothing is read and the ring never goes. */
const WINDOW_BEYOND = 16;
const CORE_BEYOND = 8;

/** Panes in the order in which the ring reaches them; vertices stay within `confine`, which lies in the domain. */
export const panesAlong = (ring: Ring, confine: Box, domain: Rect): readonly Pane[] =>
  cellsAlong(ring, SIDE).map(({ column, row }) => {
    const [x, y] = [column * SIDE, row * SIDE];
    const grown = (margin: number, beyond: number): Rect => {
      const whole = grownBy({ x, y, width: SIDE, height: SIDE }, margin);
      return intersection(whole, grownBy(domain, beyond)) ?? whole;
    };
    const box: Box = {
      x0: Math.max(x - OVERLAP, confine.x0),
      y0: Math.max(y - OVERLAP, confine.y0),
      x1: Math.min(x + SIDE + OVERLAP, confine.x1),
      y1: Math.min(y + SIDE + OVERLAP, confine.y1),
    };
    const colour = (column & 1) + 2 * (row & 1);
    return { window: grown(WINDOW_MARGIN, WINDOW_BEYOND), core: grown(CORE_MARGIN, CORE_BEYOND), box, colour };
  });

/** Maximum number of windows that evolve in parallel, and the pixels of the budget for each of them. */
const MOST_BESIDE = 32;
const BUDGET_OF_ONE = (SIDE + 2 * WINDOW_MARGIN) ** 2;

/**
 * The panes in consecutive groups whose windows do not overlap: those of one colour on a section of the
 * ring. The sections are short enough that samples read by neighbouring windows are still cached.
 */
export const groupsOf = (panes: readonly Pane[], pixelBudget: number): readonly (readonly Pane[])[] => {
  const most = Math.min(MOST_BESIDE, Math.max(1, Math.floor(pixelBudget / BUDGET_OF_ONE)));
  const groups: Pane[][] = [];
  for (let from = 0; from < panes.length; from += COLOURS * most) {
    const stage = panes.slice(from, from + COLOURS * most);
    for (let colour = 0; colour < COLOURS; colour++) {
      const alike = stage.filter((pane) => pane.colour === colour);
      for (let k = 0; k < alike.length; k += most) groups.push(alike.slice(k, k + most));
    }
  }
  return groups;
};

/** Number of colours of windows; windows of one colour do not overlap. */
export const COLOURS = 4;
