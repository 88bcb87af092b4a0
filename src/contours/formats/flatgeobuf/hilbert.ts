/** Positions along a Hilbert curve, so that neighbours in the file are neighbours in the plane. */
import type { Box } from '../../../core/geometry/rect.js';

const ORDER = 16;
const SIDE = 2 ** ORDER - 1;

/** The position of a cell, with 16-bit coordinates, along the curve (Hilbert 1891; Warren, Hacker's Delight, 16-1). */
export const hilbertOf = (x: number, y: number): number => {
  let place = 0;
  for (let side = 2 ** (ORDER - 1); side > 0; side >>= 1) {
    const right = (x & side) > 0 ? 1 : 0;
    const low = (y & side) > 0 ? 1 : 0;
    place += side * side * ((3 * right) ^ low);
    if (low === 0) {
      if (right === 1) [x, y] = [SIDE - x, SIDE - y];
      [x, y] = [y, x];
    }
  }
  return place;
};

/** The numbers of boxes in the order of their middles along the curve over `bounds`; equal ones keep their order. */
export const hilbertOrder = (count: number, boxOf: (index: number) => Box, bounds: Box): Uint32Array => {
  const places = new Float64Array(count);
  const cell = (at: number, from: number, end: number): number =>
    end > from ? Math.min(SIDE, Math.floor(((at - from) / (end - from)) * SIDE)) : 0;
  for (let index = 0; index < count; index++) {
    const { x0, y0, x1, y1 } = boxOf(index);
    places[index] = hilbertOf(cell((x0 + x1) / 2, bounds.x0, bounds.x1), cell((y0 + y1) / 2, bounds.y0, bounds.y1));
  }
  return Uint32Array.from({ length: count }, (_, index) => index).sort((a, b) => places[a]! - places[b]! || a - b);
};
