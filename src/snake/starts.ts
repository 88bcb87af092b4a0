/** Initial rings, on the corner lattice of a domain. */

import { SegmenterError } from '../core/errors.js';
import { eachPair } from '../core/geometry/pairs.js';
import type { Box, Rect } from '../core/geometry/rect.js';
import { positionsOf, twiceArea } from '../core/geometry/ring.js';
import { because } from '../core/reasons.js';
import { isSimple } from './kernels/shared/legality.js';
/** Maximum vertices of an initial ring: within the range of the kernels' indices and of one dispatch's groups, with a margin. */
export const MOST_VERTICES = 32768;

/** A rectangle's ring, clockwise on the screen. */
export const rectangleRing = ({ x0, y0, x1, y1 }: Box): readonly number[] => [x0, y0, x1, y0, x1, y1, x0, y1];

/** The central part of a box: `share` of its width and height, at least one pixel. */
const shrink = ({ x0, y0, x1, y1 }: Box, share: number): Box => {
  const dx = Math.floor(((x1 - x0) * (1 - share)) / 2);
  const dy = Math.floor(((y1 - y0) * (1 - share)) / 2);
  return { x0: x0 + dx, y0: y0 + dy, x1: Math.max(x1 - dx, x0 + dx + 1), y1: Math.max(y1 - dy, y0 + dy + 1) };
};

/** Share of its size by which the start's bounding box is grown on every side to give the domain; measured. */
export const DOMAIN_SHARE = 0.25;
/**
 * Maximum pixels of the domain at the first level: few enough to show the snake immediately on any backend. Finer
 * levels follow.
 */
export const FIRST_PIXELS = 2 ** 20;

/** First distance of a contour found before, at a coarser level or under another noise model. */
export const FINER_DISTANCE = 2;

/** Competing starts in a user's box (ALGORITHMS D.7): shares of its sides. The shortest description wins. */
const shares = [1, 0.75, 0.5] as const;

/** Makes up to `count` rectangles in a box, each smaller than the one before; their vertices stay in `confine`. */
export const boxStarts = (box: Box, confine: Box, count: number): readonly RingStart[] =>
  shares.slice(0, count).map((share) => ({ ring: rectangleRing(shrink(box, share)), box: confine }));

/**
 * Puts a ring of full-resolution pixels on the lattice of a level's domain: rounded, without repeated vertices, clockwise.
 * `undefined` where rounding leaves fewer than 3 vertices or a ring that touches itself.
 */
export const latticeRing = (
  positions: readonly (readonly number[])[],
  domain: Rect,
  scaleX: number,
  scaleY: number,
): readonly number[] | undefined => {
  const ring: number[] = [];
  for (const position of positions) {
    const x = clamp(Math.round(position[0]! / scaleX) - domain.x, domain.width);
    const y = clamp(Math.round(position[1]! / scaleY) - domain.y, domain.height);
    if (ring.at(-2) !== x || ring.at(-1) !== y) ring.push(x, y);
  }
  while (ring.length > 2 && ring[0] === ring.at(-2) && ring[1] === ring.at(-1)) ring.length -= 2;
  if (ring.length < 6) return undefined;
  refuseTooMany(ring);
  const clockwise = twiceArea(ring) > 0 ? ring : reversed(ring);
  const words = Uint32Array.from(clockwise);
  return isSimple({ words, at: 0, vertices: words.length / 2 }) ? clockwise : undefined;
};

/** @throws SegmenterError `bad-init` where a ring has more than 32,768 vertices. */
export const refuseTooMany = (ring: readonly number[]): void => {
  const vertices = ring.length / 2;
  if (vertices <= MOST_VERTICES) return;
  throw new SegmenterError('bad-init', {
    init: because('of-vertices')`of ${vertices} vertices`,
    reason: because(
      'vertices-most',
    )`a contour may have ${MOST_VERTICES} at most; simplify it, or choose a coarser level`,
  });
};

/** The ring at a level `factor` times as fine, moved from one domain to the other. */
export const finerRing = (
  ring: readonly number[],
  from: Rect,
  to: Rect,
  factorX: number,
  factorY: number,
): readonly number[] =>
  ring.map((value, i) =>
    i % 2 === 0
      ? clamp(Math.round((value + from.x) * factorX) - to.x, to.width)
      : clamp(Math.round((value + from.y) * factorY) - to.y, to.height),
  );

/** The smallest box that contains a ring, grown by a margin on every side and clipped to the domain. */
export const boundsOf = (ring: readonly number[], domain: Rect, marginX = 0, marginY = marginX): Box => {
  let [x0, y0, x1, y1] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
  eachPair(ring, (x, y) => {
    x0 = Math.min(x0, x);
    x1 = Math.max(x1, x);
    y0 = Math.min(y0, y);
    y1 = Math.max(y1, y);
  });
  return {
    x0: clamp(x0 - marginX, domain.width),
    y0: clamp(y0 - marginY, domain.height),
    x1: clamp(x1 + marginX, domain.width),
    y1: clamp(y1 + marginY, domain.height),
  };
};

/** The box grown by a share of its size on every side and clipped to the domain. */
export const grownBox = (box: Box, share: number, domain: Rect): Box =>
  boundsOf(rectangleRing(box), domain, Math.ceil((box.x1 - box.x0) * share), Math.ceil((box.y1 - box.y0) * share));

/** The corner lattice of a domain as a box. */
export const latticeOf = ({ width, height }: Pick<Rect, 'width' | 'height'>): Box => ({
  x0: 0,
  y0: 0,
  x1: width,
  y1: height,
});

const reversed = (ring: readonly number[]): number[] => positionsOf(ring).reverse().flat();

const clamp = (value: number, limit: number): number => Math.min(Math.max(value, 0), limit);

/** An initial ring and the box that confines its vertices, on the corner lattice of the domain. */
export interface RingStart {
  /** x0, y0, x1, y1, …: clockwise on the screen, strictly simple, at least 3 vertices. */
  readonly ring: readonly number[];
  /** The box, sides included. Vertices outside it are fixed. */
  readonly box: Box;
  /** Moments beyond the tables' pixels; none when not given. */
  readonly rest?: Rest;
  /** Fixed vertices of the ring, x0, y0, x1, y1, …; none when not given. */
  readonly pinned?: readonly number[] | undefined;
}

/** Integer moments of what the tables do not contain; the target's are included in the domain's. */
export interface Rest {
  readonly target: readonly bigint[];
  readonly domain: readonly bigint[];
}
