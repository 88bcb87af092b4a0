import { type Box, intersection, type Rect } from '../../core/rect.js';
import type { Ring } from '../../core/ring.js';
import { cellsAlong } from './corridor.js';

export interface Pane {
  /** The rectangle that is read. */
  readonly window: Rect;
  /** Rectangle at which edges that come in from outside the window get a vertex: between `box` and `window`. */
  readonly core: Rect;
  /** The rectangle in which vertices may be moved. */
  readonly box: Box;
}

/** Side of the cells that the ring is cut into. */
const SIDE = 512;
/** Pixels by which a vertex may leave its cell: neighbours have this in common, so that no vertex is held at a seam. */
const OVERLAP = 32;
const CORE_MARGIN = 80;
const WINDOW_MARGIN = 128;
/** Pixels by which windows and their cores reach beyond the domain, where there is nothing to read and the ring never goes. */
const WINDOW_BEYOND = 16;
const CORE_BEYOND = 8;

/** Panes in the order in which the ring comes by them; vertices stay within `confine`, which lies in the domain. */
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
    return { window: grown(WINDOW_MARGIN, WINDOW_BEYOND), core: grown(CORE_MARGIN, CORE_BEYOND), box };
  });

const grownBy = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});
