/** The tiles of a region, each with the halo on which its response depends. */

import type { Executor } from '../../compute/executor.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { LineWorkspace } from '../workspace.js';
import { haloOf } from './detector.js';

/** A tile of a region. Pixels of the level. */
export interface Tile {
  /** The tile itself, in whole pixels of the coarsest scale: at its sides it may extend beyond the region by less than such a pixel. */
  readonly own: Rect;
  /** The tile with its halo, within the level: the pixels that are read. */
  readonly grown: Rect;
}

/**
 * The tiles of a workspace's region.
 * @param side the requested side, in pixels; smaller where a word per pixel would not fit into a binding
 */
export const tilesOf = ({ backend, limits }: Executor, workspace: LineWorkspace, side: number): readonly Tile[] => {
  const { region, options } = workspace;
  const halo = haloOf(options);
  const unit = 2 ** (options.scales - 1);
  const own = latticeTiles(region, sideWithin(limits.binding, side, halo), unit);
  const like = backend === 'cpu' ? undefined : own[0]!;
  const tiles = own.map((tile) => ({ own: tile, grown: grownTile(tile, halo, unit, workspace, like) }));
  return tiles.some(({ grown }) => isSame(grown, region)) ? [{ own: region, grown: region }] : tiles;
};

/** Whether two rectangles are equal. */
export const isSame = (a: Rect, b: Rect): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/** The requested side, reduced where a word per pixel would not fit into a binding of so many bytes. */
const sideWithin = (binding: number, side: number, halo: number): number => {
  const most = Math.floor(Math.sqrt(binding / 4)) - 2 * halo;
  return Math.max(32, Math.min(side, most));
};

/** Tiles on the image's lattice, so that coarse pixels do not depend on where the region begins; clipped at its right and bottom. */
const latticeTiles = (region: Rect, wanted: number, unit: number): Rect[] => {
  const side = Math.max(1, Math.floor(wanted / unit)) * unit;
  const spans = (from: number, size: number): (readonly [start: number, size: number])[] => {
    const first = Math.floor(from / unit) * unit;
    const end = Math.ceil((from + size) / unit) * unit;
    return Array.from({ length: Math.ceil((from + size - first) / side) }, (_, i) => {
      const start = first + i * side;
      return [start, Math.min(side, end - start)];
    });
  };
  return spans(region.y, region.height).flatMap(([y, height]) =>
    spans(region.x, region.width).map(([x, width]) => ({ x, y, width, height })),
  );
};

/**
 * A tile with its halo, within the level.
 * @param like if given, all tiles get the size of this tile with its halo, if the level is that large: on a device, buffers of another size take
 *   longer to make than additional pixels take to search
 */
const grownTile = (tile: Rect, halo: number, unit: number, level: Size, like: Size | undefined): Rect => {
  const span = (start: number, size: number, all: number, least = 0): readonly [start: number, size: number] => {
    const last = Math.floor(Math.max(0, all - least - 2 * halo) / unit) * unit;
    const first = Math.max(0, like ? Math.min(start - halo, last) : start - halo);
    const end = start + size + halo;
    return [first, Math.min(all, like ? Math.max(end, first + least + 2 * halo) : end) - first];
  };
  const [x, width] = span(tile.x, tile.width, level.width, like?.width);
  const [y, height] = span(tile.y, tile.height, level.height, like?.height);
  return { x, y, width, height };
};

type Size = Pick<Rect, 'width' | 'height'>;
