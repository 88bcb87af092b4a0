/** Runs the kernels over a region, tile by tile with halos, and assembles the responses. */

import type { Executor } from '../../compute/executor.js';
import { throwIfAborted } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import { intersection } from '../../core/geometry/rect.js';
import type { LineWorkspace } from '../workspace.js';
import { Detector, haloOf } from './detector.js';
import { HeldResponse } from './held.js';
import { pack } from './pack.js';

/** The response after a tile. */
export interface DetectionProgress {
  /** Response of the whole region, 0 where it is not done yet. The caller has to destroy it. */
  readonly response: HeldResponse;
  /** The tile just done, in pixels of the region. */
  readonly tile: Rect;
  /** 0 to 1. */
  readonly done: number;
}

/** Yields after each tile. Leaving early keeps the tiles done so far. Rejects as `Executor.submit`, and destroys the response then. */
export async function* detect(
  executor: Executor,
  workspace: LineWorkspace,
  tileSide: number,
  signal: AbortSignal,
): AsyncGenerator<DetectionProgress, void, void> {
  const { region, options, packing } = workspace;
  const { width, height } = region;
  const shape = { width, height, orientations: options.orientations, bits: packing.bits };
  let response: HeldResponse | undefined;
  const halo = haloOf(options);
  const unit = 2 ** (options.scales - 1);
  const tiles = tilesOf(region, sideOf(executor, tileSide, halo), unit);
  let detector: Detector | undefined;
  let size = '';
  /** A device receives the next tile before this one is done; the CPU processes tiles sequentially. */
  let placing: Promise<DetectionProgress> | undefined;
  try {
    const like = executor.backend === 'cpu' ? undefined : tiles[0]!;
    const grownTiles = tiles.map((tile) => grownTile(tile, halo, unit, workspace, like));
    // The samples of one tile are uploaded while those of the next one are packed.
    const rooms: (Uint32Array | undefined)[] = [];
    const read = (tile: Rect | undefined): Promise<Uint32Array | undefined> => {
      const packed = tile
        ? workspace.planes(tile).then((planes) => pack(planes, packing, rooms.shift()))
        : Promise.resolve(undefined);
      // Prevents an unhandled rejection if nothing awaits the promise, after an error of the device.
      packed.catch(() => {});
      return packed;
    };
    let ahead = read(grownTiles[0]);
    for (const [index, tile] of tiles.entries()) {
      throwIfAborted(signal);
      const grown = grownTiles[index]!;
      if (!detector || size !== `${grown.width} × ${grown.height}`) {
        await placing;
        detector?.dispose();
        detector = undefined;
        size = `${grown.width} × ${grown.height}`;
        detector = await Detector.create(executor, { ...grown, bits: packing.bits }, options);
      }
      const packed = (await ahead)!;
      // The next tile is read while a device works on this one.
      ahead = read(grownTiles[index + 1]);
      if (grown.x === region.x && grown.y === region.y && grown.width === width && grown.height === height) {
        const found = await detector.run(packed, signal);
        // The tile is the whole region, so there is nothing to assemble.
        detector.dispose(Object.values(found));
        detector = undefined;
        response = new HeldResponse(executor, shape, found);
        yield { response, tile: { x: 0, y: 0, width, height }, done: 1 };
        return;
      }
      response ??= await HeldResponse.empty(executor, shape);
      const held = response;
      const inner = intersection(tile, region)!;
      const at = { ...inner, x: inner.x - region.x, y: inner.y - region.y };
      const from = { x: inner.x - grown.x, y: inner.y - grown.y, stride: grown.width };
      const before = placing;
      placing = held.place(executor, detector.found, from, at, signal, detector.on(packed)).then(() => {
        rooms.push(packed);
        return { response: held, tile: at, done: (index + 1) / tiles.length };
      });
      placing.catch(() => {});
      if (before) yield await before;
      if (executor.backend === 'cpu') {
        yield await placing;
        placing = undefined;
      }
    }
    if (placing) yield await placing;
  } catch (error) {
    response?.destroy();
    throw error;
  } finally {
    await placing?.catch(() => {});
    detector?.dispose();
  }
}

/** The requested side, reduced where a word per pixel would not fit into a binding. */
const sideOf = (executor: Executor, side: number, halo: number): number => {
  const most = Math.floor(Math.sqrt(executor.limits.binding / 4)) - 2 * halo;
  return Math.max(32, Math.min(side, most));
};

/** Tiles on the image's lattice, so that coarse pixels do not depend on where the region begins; clipped at its right and bottom. */
const tilesOf = (region: Rect, wanted: number, unit: number): Rect[] => {
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
