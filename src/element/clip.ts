/**
 * Cutting paths to a window before they reach the canvas. Canvases hold coordinates as 32-bit floats: a node a few
 * million pixels off-screen would bend the visible part of its edges, so nothing beyond the window is passed on.
 * Paths are flat arrays x0, y0, x1, y1, …
 */

export interface Window {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

const inside = (w: Window, x: number, y: number): boolean => x >= w.x0 && x <= w.x1 && y >= w.y0 && y <= w.y1;

export const whollyInside = (path: ArrayLike<number>, w: Window): boolean => {
  for (let k = 0; k < path.length; k += 2) if (!inside(w, path[k]!, path[k + 1]!)) return false;
  return true;
};

/** Sutherland & Hodgman (1974): the part of a filled ring inside the window; bridges run along its border. */
export const clipRing = (ring: readonly number[], w: Window): number[] => {
  let path: readonly number[] = ring;
  for (const [axis, bound, sign] of [
    [0, w.x0, 1],
    [0, w.x1, -1],
    [1, w.y0, 1],
    [1, w.y1, -1],
  ] as const) {
    const out: number[] = [];
    for (let k = 0; k < path.length; k += 2) {
      const j = (k + path.length - 2) % path.length;
      const before = sign * (path[j + axis]! - bound);
      const here = sign * (path[k + axis]! - bound);
      if (before < 0 !== here < 0) {
        const t = before / (before - here);
        const x = path[j]! + t * (path[k]! - path[j]!);
        const y = path[j + 1]! + t * (path[k + 1]! - path[j + 1]!);
        out.push(axis === 0 ? bound : x, axis === 1 ? bound : y);
      }
      if (here >= 0) out.push(path[k]!, path[k + 1]!);
    }
    path = out;
  }
  return [...path];
};

/** Liang & Barsky (1984): the visible pieces of a line, in order. */
export const clipLine = (path: readonly number[], w: Window): number[][] => {
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
      [-dx, x0 - w.x0],
      [dx, w.x1 - x0],
      [-dy, y0 - w.y0],
      [dy, w.y1 - y0],
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
