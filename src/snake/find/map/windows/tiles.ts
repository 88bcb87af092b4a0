/** Tiles of a large map of small objects, each of which is made by itself (ALGORITHMS D.13). */
import { grownBy, intersection, type Rect } from '../../../../core/geometry/rect.js';
import type { Size } from '../box-blur.js';

/** Minimum sides of a tile's core: in pixels, and in radii of a usual object. */
const SIDE = 512;
const SIDE_RADII = 32;
/**
 * Width of the rim round a core, in radii of a usual object. A part with twice that radius whose middle lies in the core keeps two radii from
 * the rim's edge, more than the widest window looks around.
 */
const RIM_RADII = 4;

/** A tile, in pixels of the map. */
export interface Tile {
  /** Its own pixels: the cores of all tiles cover the map, each pixel once. */
  readonly core: Rect;
  /** The core and the rim round it, within the map. */
  readonly rect: Rect;
}

/** The tiles of a map, row by row. @param radius of a usual object, in pixels */
export const tilesOf = ({ width, height }: Size, radius: number): readonly Tile[] => {
  const side = Math.max(SIDE, SIDE_RADII * radius);
  const rim = Math.ceil(RIM_RADII * radius);
  const [columns, rows] = [edgesOf(width, side), edgesOf(height, side)];
  return rows.slice(1).flatMap((bottom, r) =>
    columns.slice(1).map((right, c) => {
      const [x, y] = [columns[c]!, rows[r]!];
      const core = { x, y, width: right - x, height: bottom - y };
      return { core, rect: intersection(grownBy(core, rim), { x: 0, y: 0, width, height })! };
    }),
  );
};

/** Edges that divide a length evenly, from 0 on, into parts of at least `side` where it is that long. */
const edgesOf = (length: number, side: number): readonly number[] => {
  const count = Math.max(1, Math.floor(length / side));
  return Array.from({ length: count + 1 }, (_, i) => Math.floor((length * i) / count));
};
