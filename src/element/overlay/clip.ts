/**
 * Cutting paths to a window before they reach the canvas. Canvases hold coordinates as 32-bit floats: a vertex a few
 * million pixels off-screen would bend the visible part of its edges, so nothing beyond the window is passed on.
 * Paths are flat arrays x0, y0, x1, y1, …; rings are cut by `clipRing` of `core/geometry/ring.ts`.
 */
import type { Rect } from '../../core/geometry/rect.js';

/** Whether every vertex of a path (x0, y0, x1, y1, …) lies in a rectangle, its rim included. */
export const whollyInside = (path: ArrayLike<number>, { x, y, width, height }: Rect): boolean => {
  for (let k = 0; k < path.length; k += 2) {
    const [px, py] = [path[k]!, path[k + 1]!];
    if (px < x || px > x + width || py < y || py > y + height) return false;
  }
  return true;
};

/** Liang & Barsky (1984): the visible pieces of a line, in order. */
export const clipLine = (path: readonly number[], { x: left, y: top, width, height }: Rect): number[][] => {
  const pieces: number[][] = [];
  let piece: number[] = [];
  for (let k = 2; k < path.length; k += 2) {
    const x0 = path[k - 2]!;
    const y0 = path[k - 1]!;
    const dx = path[k]! - x0;
    const dy = path[k + 1]! - y0;
    let from = 0;
    let to = 1;
    for (const [p, q] of [
      [-dx, x0 - left],
      [dx, left + width - x0],
      [-dy, y0 - top],
      [dy, top + height - y0],
    ] as const) {
      if (p === 0) {
        if (q < 0) to = -1;
      } else if (p < 0) from = Math.max(from, q / p);
      else to = Math.min(to, q / p);
    }
    if (from > to) continue;
    if (from > 0 || piece.length === 0) {
      if (piece.length > 0) pieces.push(piece);
      piece = [x0 + from * dx, y0 + from * dy];
    }
    piece.push(x0 + to * dx, y0 + to * dy);
    if (to < 1) {
      pieces.push(piece);
      piece = [];
    }
  }
  if (piece.length > 0) pieces.push(piece);
  return pieces;
};
