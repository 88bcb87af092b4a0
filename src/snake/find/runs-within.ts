/** The pixels of a level's domain that lie in rings of the image. */
import { eachPair } from '../../core/geometry/pairs.js';
import type { Level, Rect } from '../../core/geometry/rect.js';
import type { Position } from '../../core/geometry/ring.js';
import { ringSpans } from '../../core/geometry/scanline.js';

/**
 * Calls `visit` for each run of pixels whose centres lie in rings: the index of its first pixel, and of the one behind its last. Vertices are
 * not rounded to the level's lattice, where an outline with a thin inlet would touch itself.
 * @param rings in full-resolution pixels
 * @param domain in pixels of the level; an index is row × width + column in it
 */
export const eachRunWithin = (
  rings: readonly (readonly Position[])[],
  domain: Rect,
  { scaleX, scaleY }: Pick<Level, 'scaleX' | 'scaleY'>,
  visit: (from: number, end: number) => void,
): void => {
  const placed = rings.map((ring) => ring.map(([x, y]) => [x / scaleX - domain.x, y / scaleY - domain.y] as const));
  const { top, rows } = ringSpans(placed, domain);
  for (const [k, runs] of rows.entries()) {
    const line = (top + k) * domain.width;
    eachPair(runs, (from, end) => visit(line + from, line + end));
  }
};
