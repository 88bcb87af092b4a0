/**
 * A ring without its folds: protrusions so thin that they contain hardly any pixels. In independent noise, where a
 * contour's length costs nothing, they reach single pixels beside the outline, which may be worth hundreds of nats (ALGORITHMS A.4).
 */

import type { Ring } from '../../core/geometry/ring.js';
import type { Guide } from '../hints/guide.js';
import { isLegal } from '../kernels/shared/legality.js';

/** Maximum vertices of a fold: its tip, and a vertex on either side. */
const MOST = 3;
/** Mean width, in pixels, below which a fold contains no line of pixels: half of one. */
export const HOLDS_NO_LINE = 0.5;
/** Mean width, in pixels, below which no vertex on either side of a fold can move without the sides meeting: a pixel for each. */
export const SIDES_MEET = 2;
/** Minimum ratio of the length along a fold to that of the edge that replaces it: there and back. */
const WAY = 2;

/** Whether a snake loses its folds: false without pruning, as in the papers, and with the user's marks. */
export const losesFolds = (prune: boolean, guide: Guide | undefined): boolean => prune && !guide?.marks.length;

/** A vertex as one number; coordinates are below 2²⁶. */
const keyOf = (x: number, y: number): number => x * 2 ** 26 + y;

/**
 * The ring with straight edges in place of its folds; `undefined` where it has none.
 * @param ring simple, in whole pixels of a level
 * @param width upper bound of a fold's mean width, in pixels
 * @param pinned vertices that are kept
 */
export const withoutFolds = (ring: Ring, width: number, pinned: Ring = []): Ring | undefined => {
  const pins = new Set<number>();
  for (let i = 0; i < pinned.length; i += 2) pins.add(keyOf(pinned[i]!, pinned[i + 1]!));
  const words = [...ring];
  // Repeats until no vertex has a fold after it: removing a fold may leave one that began before it.
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

/** The number of vertices after this one that form a removable fold; of several, the one that shortens the ring most. */
const foldAfter = (words: readonly number[], from: number, pins: ReadonlySet<number>, width: number): number => {
  const vertices = words.length / 2;
  const [x0, y0] = [words[2 * from]!, words[2 * from + 1]!];
  let [way, twice, found, saved] = [0, 0, 0, 0];
  let [ax, ay] = [0, 0];
  // Coordinates are relative to the vertex, which keeps the products small.
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
