import type { Rect } from '../../core/geometry/rect.js';
import { type Projection, visibleBox } from '../overlay/projection.js';

/** The share of the image from which a view counts as showing all of it. */
const ALL = 0.9;

/** The rectangle of the image in view, in whole pixels; `undefined` where the view shows all of the image or none. */
export const inView = (
  projection: Projection | undefined,
  { width, height }: { readonly width: number; readonly height: number },
): Rect | undefined => {
  if (!projection) return undefined;
  const { x0, y0, x1, y1 } = visibleBox(projection);
  const x = Math.max(0, Math.floor(x0));
  const y = Math.max(0, Math.floor(y0));
  const across = Math.min(width, Math.ceil(x1)) - x;
  const down = Math.min(height, Math.ceil(y1)) - y;
  if (across < 1 || down < 1 || across * down > ALL * width * height) return undefined;
  return { x, y, width: across, height: down };
};
