/** The domain: a rectangle round the start, whose pixels count as background (ALGORITHMS D.4). */

/** Most pixels of the level at which objects are looked for in a domain, where no level is given. */
export const SEARCHED = 2 ** 19;

import type { Rect } from '../core/rect.js';
import { intersection } from '../core/rect.js';

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
