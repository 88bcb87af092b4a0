/** Layout of the words of tiles of samples, and of the windows made from them. The shaders import it. */

/** Side of a tile in pixels, such that a row of a plane has whole words. */
export const TILE_SIDE = 128;

/** Words of one window's record, in an image of windows that are stacked vertically. */
export const W = {
  /** Its first row in that image. */
  top: 0,
  /** Its columns; pixels right of them are outside the domain. */
  width: 1,
  /** Offset in pixels from the corner of its first tile to its own. */
  x: 2,
  y: 3,
  /** Number of tiles side by side, and index of the first among the places. */
  columns: 4,
  firstPlace: 5,
} as const;

/** Words of a window's record. */
export const WINDOW_WORDS = 6;

/** Words of one place of a window: its tile, counted from 1, or 0 where nothing is seen; the visible part of it, [left, right) and [top, bottom). */
export const T = { tile: 0, left: 1, right: 2, top: 3, bottom: 4 } as const;

/** Words of a place's record. */
export const PLACE_WORDS = 5;

/** Words of one plane of a tile. */
export const tilePlaneWords = (bits: number): number => (TILE_SIDE * TILE_SIDE * bits) / 32;
