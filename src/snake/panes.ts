/** The windows that a ring is taken through, one after the other; whole pixels of one level. */
import { intersection } from '../image/rect.js';
import type { Rect } from '../image/samples.js';
import type { Ring } from '../worker/algorithm.js';
import { cellsAlong } from './corridor.js';
import type { Box } from './starts.js';

export interface Pane {
  /** What is read. */
  readonly window: Rect;
  /** Where edges that come in from outside the window get a node: between `box` and `window`. */
  readonly core: Rect;
  /** Where nodes may be moved. */
  readonly box: Box;
}

/** Side of the cells that the ring is cut into. */
const side = 512;
/** How far a node may leave its cell: neighbours have this in common, so that no node is held at a seam. */
const overlap = 32;
const coreMargin = 80;
const windowMargin = 128;
/** How far windows and their cores reach beyond the domain, where there is nothing to read and the ring never goes. */
const windowBeyond = 16;
const coreBeyond = 8;

/** In the order in which the ring comes by them; nodes stay within `confine`, which lies in the domain. */
export const panesAlong = (ring: Ring, confine: Box, domain: Rect): readonly Pane[] =>
  cellsAlong(ring, side).map(({ column, row }) => {
    const [x, y] = [column * side, row * side];
    const grown = (margin: number, beyond: number): Rect => {
      const whole = grownBy({ x, y, width: side, height: side }, margin);
      return intersection(whole, grownBy(domain, beyond)) ?? whole;
    };
    const box = [
      Math.max(x - overlap, confine[0]),
      Math.max(y - overlap, confine[1]),
      Math.min(x + side + overlap, confine[2]),
      Math.min(y + side + overlap, confine[3]),
    ] as const;
    return { window: grown(windowMargin, windowBeyond), core: grown(coreMargin, coreBeyond), box };
  });

const grownBy = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});
