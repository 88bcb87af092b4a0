import { directions, S, stepX, stepY } from './layout.js';

/** Where direction `w` takes a node at (x, y): within the contour's box. */
export function movedX(state: Uint32Array, base: number, x: number, w: number): number {
  const d = state[base + S.distance]!;
  return Math.min(Math.max(x + stepX[w % directions]! * d, state[base + S.box]!), state[base + S.box + 2]!);
}

export function movedY(state: Uint32Array, base: number, y: number, w: number): number {
  const d = state[base + S.distance]!;
  return Math.min(Math.max(y + stepY[w % directions]! * d, state[base + S.box + 1]!), state[base + S.box + 3]!);
}
