import type { Rect } from '../../core/geometry/rect.js';
import { intersection } from '../../core/geometry/rect.js';

/** Squares round a point, of doubling size, in which an object may be looked for. @param image or the part of it that counts */
export const squaresRound = (point: { readonly x: number; readonly y: number }, image: Rect): readonly Rect[] => {
  const squares: Rect[] = [];
  for (let side = 64; ; side *= 2) {
    const x = Math.floor(point.x - side / 2);
    const y = Math.floor(point.y - side / 2);
    squares.push(intersection({ x, y, width: side, height: side }, image) ?? image);
    if (side >= 1024 || (side >= image.width && side >= image.height)) return squares;
  }
};
