/** The domain: a rectangle round the start, whose pixels count as background (ALGORITHMS D.4). */

/** Maximum number of pixels of a domain at the level that is searched for objects, where no level is given. */
export const SEARCHED = 2 ** 19;
/** Maximum number of pixels searched at once for objects that are known to be small, or sure at a coarser level: a view of 1,920 × 1,080 with one image pixel per screen pixel. */
export const SEARCHED_FINELY = 2 ** 21;
/** Maximum number of pixels searched at once for many similar objects of unknown size: a view of 3,840 × 2,160. */
export const SEARCHED_FOR_MANY = 2 ** 23;
/**
 * Least radius in pixels of the level of objects that are sought by examples: the three windows of the features are .1, .2 and .4 of it,
 * to whole pixels, and from here on they differ by that alone. Without examples, smaller objects are looked for again at a finer level.
 */
export const LEAST_RADIUS = 7.5;

import type { Rect } from '../core/geometry/rect.js';
import { intersection } from '../core/geometry/rect.js';

/** Grows `rect` by `share` of its size on every side, to whole pixels, and cuts it to the image. */
export const grown = (rect: Rect, share: number, image: Rect): Rect => {
  const x = Math.floor(rect.x - share * rect.width);
  const y = Math.floor(rect.y - share * rect.height);
  const right = Math.ceil(rect.x + rect.width * (1 + share));
  const bottom = Math.ceil(rect.y + rect.height * (1 + share));
  return intersection({ x, y, width: right - x, height: bottom - y }, image) ?? image;
};

/** The metadata entry `domain`: a rectangle of pixels of a level, as JSON in full-resolution pixels. */
export const domainRecord = (
  { x, y, width, height }: Rect,
  { scaleX, scaleY }: { readonly scaleX: number; readonly scaleY: number },
): { readonly domain: string } => ({
  domain: JSON.stringify({ x: x * scaleX, y: y * scaleY, width: width * scaleX, height: height * scaleY }),
});
