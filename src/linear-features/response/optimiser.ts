/** Runs the kernels over a region, tile by tile with halos, and puts the responses together. */

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
  /** Response of the whole region, the caller's to destroy; what is not done yet is 0. */
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
  const tiles = tilesOf(region, sideOf(executor, tileSide, halo), 2 ** (options.scales - 1));
  let detector: Detector | undefined;
  let size = '';
  try {
    const whole = { x: 0, y: 0, width: workspace.width, height: workspace.height };
    const grownTiles = tiles.map(
      (tile) =>
        intersection(
          { x: tile.x - halo, y: tile.y - halo, width: tile.width + 2 * halo, height: tile.height + 2 * halo },
          whole,
        )!,
    );
    const read = (tile: Rect | undefined): Promise<Uint32Array | undefined> => {
      const packed = tile ? workspace.planes(tile).then((planes) => pack(planes, packing)) : Promise.resolve(undefined);
      // Whoever awaits it hears of a fault; after a fault of the device nobody does.
      packed.catch(() => {});
      return packed;
    };
    let ahead = read(grownTiles[0]);
    for (const [index, tile] of tiles.entries()) {
      throwIfAborted(signal);
      const grown = grownTiles[index]!;
      if (!detector || size !== `${grown.width} × ${grown.height}`) {
        detector?.dispose();
        detector = undefined;
        size = `${grown.width} × ${grown.height}`;
        detector = await Detector.create(executor, { ...grown, bits: packing.bits }, options);
      }
      const packed = (await ahead)!;
      // The next tile is read while a device works on this one.
      ahead = read(grownTiles[index + 1]);
      const found = await detector.run(packed, signal);
      const inner = intersection(tile, region)!;
      if (grown.x === region.x && grown.y === region.y && grown.width === width && grown.height === height) {
        // All of it, so that there is nothing to put together.
        detector.dispose(Object.values(found));
        detector = undefined;
        response = new HeldResponse(executor, shape, found);
        yield { response, tile: { x: 0, y: 0, width, height }, done: 1 };
        return;
      }
      response ??= await HeldResponse.empty(executor, shape);
      const at = { ...inner, x: inner.x - region.x, y: inner.y - region.y };
      const from = { x: inner.x - grown.x, y: inner.y - grown.y, stride: grown.width };
      await response.place(executor, found, from, at, signal);
      yield { response, tile: at, done: (index + 1) / tiles.length };
    }
  } catch (error) {
    response?.destroy();
    throw error;
  } finally {
    detector?.dispose();
  }
}

/** The side asked for, less where a word a pixel would not fit a binding. */
const sideOf = (executor: Executor, side: number, halo: number): number => {
  const most = Math.floor(Math.sqrt(executor.limits.binding / 4)) - 2 * halo;
  return Math.max(32, Math.min(side, most));
};

/** Tiles of the image's own lattice, so that coarse pixels fall alike wherever the region begins. */
const tilesOf = (region: Rect, wanted: number, unit: number): Rect[] => {
  const side = Math.max(1, Math.floor(wanted / unit)) * unit;
  const starts = (from: number, size: number): number[] => {
    const first = Math.floor(from / unit) * unit;
    return Array.from({ length: Math.ceil((from + size - first) / side) }, (_, i) => first + i * side);
  };
  return starts(region.y, region.height).flatMap((y) =>
    starts(region.x, region.width).map((x) => ({ x, y, width: side, height: side })),
  );
};
