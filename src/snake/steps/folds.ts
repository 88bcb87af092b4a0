/**
 * A ring without its folds: vertices that stand out so thinly that they hold no pixels to speak of. In independent noise, where a
 * contour's length costs nothing, they reach single pixels beside the outline, which hundreds of nats may be worth (ALGORITHMS A.4).
 */

import type { Ring } from '../../core/geometry/ring.js';
import type { Guide } from '../hints/guide.js';
import { isLegal } from '../kernels/shared/legality.js';

/** Most vertices of a fold: its tip, and a vertex on either side. */
const MOST = 3;
/** Mean width, in pixels, below which a fold holds no line of pixels: half of one. */
export const HOLDS_NO_LINE = 0.5;
/** Mean width, in pixels, below which no vertex on either side of a fold moves without the sides meeting: a pixel for each. */
export const SIDES_MEET = 2;
/** The way round a fold is at least so many times as long as the edge that takes its place: there and back. */
const WAY = 2;

/** Whether a snake loses its folds: not one of the papers', which prunes nothing, nor one that a person's marks hold. */
export const losesFolds = (prune: boolean, guide: Guide | undefined): boolean => prune && !guide?.marks.length;

/** A vertex in one number; coordinates are below 2²⁶. */
const keyOf = (x: number, y: number): number => x * 2 ** 26 + y;

/**
 * The ring with straight edges in place of its folds; `undefined` where it has none.
 * @param ring simple, in whole pixels of a level
 * @param width below which a fold's mean width is, in pixels
 * @param pinned vertices that stay
 */
export const withoutFolds = (ring: Ring, width: number, pinned: Ring = []): Ring | undefined => {
  const pins = new Set<number>();
  for (let i = 0; i < pinned.length; i += 2) pins.add(keyOf(pinned[i]!, pinned[i + 1]!));
  const words = [...ring];
  // From a vertex on until none has a fold after it: a fold that goes may leave one that began before it.
  for (let at = 0, sound = 0; sound < words.length / 2; ) {
    const vertices = words.length / 2;
    const run = foldAfter(words, at, pins, width);
    if (run === 0) {
      at = (at + 1) % vertices;
      sound++;
      continue;
    }
    const first = (at + 1) % vertices;
    const wrapped = Math.max(0, first + run - vertices);
    words.splice(2 * first, 2 * (run - wrapped));
    words.splice(0, 2 * wrapped);
    at = (at - wrapped - MOST + 2 * (vertices - run)) % (vertices - run);
    sound = 0;
  }
  return words.length < ring.length ? words : undefined;
};

/** How many vertices after this one are a fold that may go; the longest way saved counts. */
const foldAfter = (words: readonly number[], from: number, pins: ReadonlySet<number>, width: number): number => {
  const vertices = words.length / 2;
  const [x0, y0] = [words[2 * from]!, words[2 * from + 1]!];
  let [way, twice, found, saved] = [0, 0, 0, 0];
  let [ax, ay] = [0, 0];
  // Of the vertices after it: how far they lie from it, which keeps the products small.
  for (let run = 0; run <= MOST && vertices - run > 3; run++) {
    const to = (from + 1 + run) % vertices;
    const [bx, by] = [words[2 * to]! - x0, words[2 * to + 1]! - y0];
    twice += ax * by - bx * ay;
    way += Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
    const chord = Math.sqrt(bx ** 2 + by ** 2);
    const folded = run > 0 && Math.abs(twice) < width * way && way >= WAY * chord && way - chord > saved;
    if (folded && isLegal({ words, at: 0, vertices }, from, to, false, 0, 0)) [found, saved] = [run, way - chord];
    if (pins.has(keyOf(words[2 * to]!, words[2 * to + 1]!))) break;
    [ax, ay] = [bx, by];
  }
  return found;
};
