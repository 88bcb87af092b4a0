/** Runs the kernels over a region, tile by tile with halos, and assembles the responses. */

import type { Executor } from '../../compute/executor.js';
import { throwIfAborted } from '../../core/errors.js';
import { intersection, type Rect } from '../../core/geometry/rect.js';
import type { LineWorkspace } from '../workspace.js';
import { Detector } from './detector.js';
import { HeldResponse } from './held.js';
import type { ResponseShape } from './memory.js';
import { PackedTiles } from './packed-tiles.js';
import { isSame, type Tile, tilesOf } from './tiling.js';

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
  throwIfAborted(signal);
  const { region } = workspace;
  const tiles = tilesOf(executor, workspace, tileSide);
  // With its halo, a tile may be the whole region, even one of several.
  if (tiles.some(({ grown }) => isSame(grown, region))) {
    const response = await detectWhole(executor, workspace, signal);
    yield { response, tile: { x: 0, y: 0, width: region.width, height: region.height }, done: 1 };
  } else yield* detectTiles(executor, workspace, tiles, signal);
}

/** The response of a region that is read as one tile: the detector's own buffers, since there is nothing to assemble. */
const detectWhole = async (
  executor: Executor,
  workspace: LineWorkspace,
  signal: AbortSignal,
): Promise<HeldResponse> => {
  const { region } = workspace;
  const packed = new PackedTiles(workspace, [region]);
  const detector = await detectorFor(executor, workspace, region);
  try {
    const found = await detector.run(await packed.next(), signal);
    detector.dispose(Object.values(found));
    return new HeldResponse(executor, shapeOf(workspace), found);
  } catch (error) {
    detector.dispose();
    throw error;
  }
};

/** As `detect`, with a response that is assembled from those of several tiles. */
async function* detectTiles(
  executor: Executor,
  workspace: LineWorkspace,
  tiles: readonly Tile[],
  signal: AbortSignal,
): AsyncGenerator<DetectionProgress, void, void> {
  const { region } = workspace;
  const packed = new PackedTiles(
    workspace,
    tiles.map(({ grown }) => grown),
  );
  let response: HeldResponse | undefined;
  let detector: Detector | undefined;
  /** A device receives the next tile before this one is done; the CPU processes tiles sequentially. */
  let placing: Promise<DetectionProgress> | undefined;
  try {
    for (const [index, { own, grown }] of tiles.entries()) {
      throwIfAborted(signal);
      if (!detector?.isFor(grown)) {
        await placing;
        detector?.dispose();
        detector = undefined;
        detector = await detectorFor(executor, workspace, grown);
      }
      const samples = await packed.next();
      response ??= await HeldResponse.empty(executor, shapeOf(workspace));
      const held = response;
      const inner = intersection(own, region)!;
      const tile = { ...inner, x: inner.x - region.x, y: inner.y - region.y };
      const from = { x: inner.x - grown.x, y: inner.y - grown.y, stride: grown.width };
      const before = placing;
      placing = held.place(executor, detector.found, from, tile, signal, detector.on(samples)).then(() => {
        packed.giveBack(samples);
        return { response: held, tile, done: (index + 1) / tiles.length };
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

const detectorFor = (executor: Executor, { packing, options }: LineWorkspace, size: Rect): Promise<Detector> =>
  Detector.create(executor, { ...size, bits: packing.bits }, options);

const shapeOf = ({ region, options, packing }: LineWorkspace): ResponseShape => ({
  width: region.width,
  height: region.height,
  orientations: options.orientations,
  bits: packing.bits,
});
