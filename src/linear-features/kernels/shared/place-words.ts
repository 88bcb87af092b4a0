import type { Rect } from '../../../core/geometry/rect.js';

/** Offsets of the words that describe a copy from a tile to a region. The shader takes these from here. */
export const L = {
  /** Pixels of a row of the tile and of the region. */
  tileStride: 0,
  stride: 1,
  /** Of a stored sample: 8 or 16. */
  bits: 2,
  /** The corner of the part in the tile. */
  fromX: 3,
  fromY: 4,
  /** The part in the region. */
  x: 5,
  y: 6,
  width: 7,
  height: 8,
} as const;

/** Words of a place's record: a uniform is whole vectors. */
const PLACE_WORDS = 12;

/** The record of a place: `to` in pixels of the region, the corner of the same pixels in the tile, and both rows. */
export const placeWords = (
  to: Rect,
  from: { readonly x: number; readonly y: number; readonly stride: number },
  stride: number,
  bits: 8 | 16,
): Uint32Array => {
  const words = new Uint32Array(PLACE_WORDS);
  words[L.tileStride] = from.stride;
  words[L.stride] = stride;
  words[L.bits] = bits;
  words[L.fromX] = from.x;
  words[L.fromY] = from.y;
  words[L.x] = to.x;
  words[L.y] = to.y;
  words[L.width] = to.width;
  words[L.height] = to.height;
  return words;
};
