/** Where the words of tiles of samples lie, and of the windows that are made of them. The shaders take these from here. */

/** Side of a tile in pixels: a row of a plane is whole words. */
export const TILE_SIDE = 128;

/** Words of one window of an image of windows one above the other. */
export const W = {
  /** Its first row there. */
  top: 0,
  /** Its columns; what lies right of them is outside the domain. */
  width: 1,
  /** Pixels from the corner of its first tile to its own. */
  x: 2,
  y: 3,
  /** Tiles side by side, and the first of them among the places. */
  columns: 4,
  firstPlace: 5,
} as const;

/** Words of a window's record. */
export const WINDOW_WORDS = 6;

/** Words of one place of a window: its tile, counted from 1, or 0 where nothing is seen; the part of it that is seen, [left, right) and [top, bottom). */
export const T = { tile: 0, left: 1, right: 2, top: 3, bottom: 4 } as const;

/** Words of a place's record. */
export const PLACE_WORDS = 5;

/** Words of one plane of a tile. */
export const tilePlaneWords = (bits: number): number => (TILE_SIDE * TILE_SIDE * bits) / 32;
