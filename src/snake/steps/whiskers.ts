/**
 * A ring without its whiskers: folds so thin that they stay where a snake has moved on, as none of their vertices can move
 * alone without the edges on either side of it meeting.
 */

import { type Position, positionsOf, type Ring } from '../../core/geometry/ring.js';
import { fillSpans, ringSpans } from '../../core/geometry/scanline.js';
import { near, opened } from '../find/map/mask.js';
import { ringRound } from '../hints/drawn.js';
import { boundsOf } from '../starts.js';

/** Radius in pixels of the disc that a whisker has no room for, and how far from such discs a vertex may lie. */
const RADIUS = 1;
const REACH = 2;
/** Most pixels of the bounding box of a ring that is looked at: its distances take 24 bytes a pixel, in one go. */
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
