/**
 * A ring without its whiskers: folds that remain where a snake has moved on, so thin that none of their vertices can move
 * alone without the adjacent edges meeting.
 */

import { type Position, positionsOf, type Ring } from '../../core/geometry/ring.js';
import { fillSpans, ringSpans } from '../../core/geometry/scanline.js';
import { near, opened } from '../find/map/mask.js';
import { ringRound } from '../hints/drawn.js';
import { boundsOf } from '../starts.js';

/** Radius in pixels of a disc that does not fit into a whisker, and the maximum distance of a kept vertex from such discs. */
const RADIUS = 1;
const REACH = 2;
/** Maximum pixels of the bounding box of a ring that is processed: its distances take 24 bytes per pixel and are computed without a pause. */
const MOST_PIXELS = 2 ** 20;

/** The ring round what is wide enough, in as many parts as the largest is of; `undefined` where there are no whiskers, or nothing else. */
export const withoutWhiskers = (ring: Ring): Ring | undefined => {
  const everywhere = { x: 0, y: 0, width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };
  const { x0, y0, x1, y1 } = boundsOf(ring, everywhere);
  const margin = REACH + 1;
  const size = { width: x1 - x0 + 2 * margin, height: y1 - y0 + 2 * margin };
  if (size.width * size.height > MOST_PIXELS) return undefined;
  const local = ring.map((value, i) => value - (i % 2 === 0 ? x0 : y0) + margin);
  const mask = new Uint8Array(size.width * size.height);
  fillSpans(mask, size.width, ringSpans([positionsOf(local)], size), 1);
  const wide = opened(mask, size, RADIUS);
  const reached = near(wide, size, REACH, 1);
  // A vertex is a corner of four pixels: the nearest of them counts.
  const isReached = ([x, y]: Position): boolean => {
    const at = y * size.width + x;
    return reached[at]! + reached[at - 1]! + reached[at - size.width]! + reached[at - size.width - 1]! > 0;
  };
  if (positionsOf(local).every(isReached)) return undefined;
  return ringRound(wide, size)?.map((value, i) => value + (i % 2 === 0 ? x0 : y0) - margin);
};
