/** What counts as background (ALGORITHMS D.4): the pixels of a rectangle round the start. */
import { intersection } from '../image/rect.js';
import type { Rect } from '../image/samples.js';
import type { Init } from '../worker/algorithm.js';

/** The start's bounding box, in full-resolution pixels. */
export function boundsOfInit(init: Init, image: Rect): Rect {
  if (init === 'auto') return image;
  if ('type' in init) {
    const positions = init.coordinates[0] ?? [];
    const xs = positions.map((p) => p[0]!);
    const ys = positions.map((p) => p[1]!);
    const x = Math.min(...xs);
    const y = Math.min(...ys);
    return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  }
  return 'width' in init ? init : { x: init.x, y: init.y, width: 0, height: 0 };
}

/** `rect` grown by `share` of its size on every side, to whole pixels, cut to the image. */
export function grown(rect: Rect, share: number, image: Rect): Rect {
  const x = Math.floor(rect.x - share * rect.width);
  const y = Math.floor(rect.y - share * rect.height);
  const right = Math.ceil(rect.x + rect.width * (1 + share));
  const bottom = Math.ceil(rect.y + rect.height * (1 + share));
  return intersection({ x, y, width: right - x, height: bottom - y }, image) ?? image;
}
