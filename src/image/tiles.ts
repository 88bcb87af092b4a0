/** Assembles regions from tiles. */

import { SegmenterError, throwIfAborted } from '../core/errors.js';
import type { Rect } from '../core/geometry/rect.js';
import { intersection } from '../core/geometry/rect.js';
import { because } from '../core/reasons.js';
import { TimeSlice } from '../core/yielding.js';
import { inParallel, MOST_TILES } from './budget.js';
import { SharedCache } from './io/cache.js';
import { emptySamples, samplesLike } from './sample-arrays.js';
import type { RegionOptions, SampleArray, Samples } from './samples.js';

/** A level's tiles: each owns the pixels of its cell, and may overlap its neighbours. */
export interface TileGrid {
  readonly width: number;
  readonly height: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
}

/** A decoded tile and the pixels of the level that it shows, which include its cell. */
export interface Tile {
  readonly rect: Rect;
  readonly samples: Samples;
}

/** A cache of tiles by name, limited by the bytes of their samples. */
export const tileCache = (bytes: number): SharedCache<Tile> =>
  new SharedCache(bytes, ({ samples }) => samples.data.byteLength + (samples.missing?.length ?? 0));

/**
 * Whether a region's tiles are kept in a cache of this size in bytes. The tiles of a region that fills half of it would displace
 * tiles that are needed again soon, and would be displaced themselves before they are reused.
 */
export const keepsTiles = (
  { width, height }: Rect,
  { bands, bits }: { readonly bands: number; readonly bits: 8 | 16 | 32 },
  bytes: number,
): boolean => 2 * ((width * height * bands * bits) / 8) < bytes;

/** Reads a tile by its column and row, from 0 on. Rejects with `AbortError`. */
export type TileReader = (column: number, row: number, signal: AbortSignal) => Promise<Tile>;

/** Milliseconds for which tiles in memory are copied without a pause, because a device that evolves in parallel waits for its next commands. */
const BESIDE_A_DEVICE = 4;

/** Maximum tiles that are read in parallel: enough for several concurrent requests where neighbouring tiles share one. */
const AT_ONCE = 32;

/** A tile's column and row, and its rectangle in pixels of the level. */
export interface TileCell {
  readonly column: number;
  readonly row: number;
  readonly rect: Rect;
}

/**
 * The cells that a rectangle touches, row by row.
 * @throws SegmenterError `image-too-large` beyond `MOST_TILES`
 */
export const cellsOf = ({ width, height, tileWidth, tileHeight }: TileGrid, rect: Rect, name: string): TileCell[] => {
  const cells: TileCell[] = [];
  const lastColumn = Math.floor((rect.x + rect.width - 1) / tileWidth);
  const lastRow = Math.floor((rect.y + rect.height - 1) / tileHeight);
  const count = (lastColumn - Math.floor(rect.x / tileWidth) + 1) * (lastRow - Math.floor(rect.y / tileHeight) + 1);
  if (count > MOST_TILES)
    throw new SegmenterError('image-too-large', {
      name,
      size: because(
        'tiles-for',
      )`${count} tiles of ${tileWidth} × ${tileHeight} pixels for ${rect.width} × ${rect.height}`,
      limit: because('tiles-at-once')`${MOST_TILES} tiles at once`,
    });
  for (let row = Math.floor(rect.y / tileHeight); row <= lastRow; row++)
    for (let column = Math.floor(rect.x / tileWidth); column <= lastColumn; column++) {
      const x = column * tileWidth;
      const y = row * tileHeight;
      const cell = { x, y, width: Math.min(tileWidth, width - x), height: Math.min(tileHeight, height - y) };
      cells.push({ column, row, rect: cell });
    }
  return cells;
};

/** What is known of an image whose tiles are read. */
export interface TiledImage {
  readonly name: string;
  /** Those of every tile; grey tiles of a colour image are spread. */
  readonly bands: number;
  readonly bits: 8 | 16 | 32;
}

/** Options of `assemble`. */
export interface AssembleOptions extends RegionOptions {
  /** Maximum number of tiles read at a time. */
  readonly most?: number;
}

/** Exact samples of `rect`; rejects with the error of the first tile that fails. */
export const assemble = async (
  { name, bands, bits }: TiledImage,
  grid: TileGrid,
  rect: Rect,
  read: TileReader,
  { signal, onProgress, most = AT_ONCE }: AssembleOptions = {},
): Promise<Samples> => {
  throwIfAborted(signal);
  const { width, height } = rect;
  const atOnce = inParallel((grid.tileWidth * grid.tileHeight * bands * bits) / 8, most);
  const cells = cellsOf(grid, rect, name);
  const data = emptySamples(bits, width * height * bands, name);
  let missing: Uint8Array | undefined;
  let done = 0;
  const slice = new TimeSlice(BESIDE_A_DEVICE);
  await eachOf(cells, atOnce, signal, async (cell, either) => {
    const tile = await read(cell.column, cell.row, either);
    const part = intersection(cell.rect, rect);
    if (part === undefined) return;
    // Tiles in memory are ready for all lanes at the same time.
    while (slice.spent) await slice.renew(either);
    const samples = matching(tile.samples, bands, data, `${cell.column}, ${cell.row}`, name);
    copy(samples, tile.rect, part, data, rect);
    if (samples.missing !== undefined) {
      missing ??= new Uint8Array(width * height);
      copyPlane(samples.missing, tile.rect, part, missing, rect, 1);
    }
    onProgress?.(++done / cells.length);
  });
  return { width, height, bands, data, ...(missing === undefined ? {} : { missing }) };
};

/** Runs `work` on every item, a few at once and in their order; the first failure aborts the rest. */
export const eachOf = async <T>(
  items: readonly T[],
  atOnce: number,
  signal: AbortSignal | undefined,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const controller = new AbortController();
  const either = signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]);
  let next = 0;
  const lane = async (): Promise<void> => {
    // A separate signal, since Node warns of a leak where a signal has many listeners.
    const own = AbortSignal.any([either]);
    while (next < items.length) {
      throwIfAborted(own);
      await work(items[next++]!, own);
    }
  };
  let failure: { readonly error: unknown } | undefined;
  const guarded = (): Promise<void> =>
    lane().catch((error: unknown) => {
      failure ??= { error };
      controller.abort();
    });
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, guarded));
  throwIfAborted(signal);
  if (failure !== undefined) throw failure.error;
};

const matching = (samples: Samples, bands: number, like: SampleArray, tile: string, name: string): Samples => {
  const sameKind = samples.data.BYTES_PER_ELEMENT === like.BYTES_PER_ELEMENT;
  if (samples.bands === bands && sameKind) return samples;
  if (samples.bands === 1 && sameKind) return spread(samples, bands);
  const [bits, wanted] = [samples.data.BYTES_PER_ELEMENT * 8, like.BYTES_PER_ELEMENT * 8];
  const reason = because('tile-kind')`it has ${samples.bands} bands of ${bits} bits, not ${bands} of ${wanted}`;
  throw new SegmenterError('tile-unavailable', { tile, name, reason });
};

const spread = (samples: Samples, bands: number): Samples => {
  const data = samplesLike(samples.data, samples.data.length * bands);
  for (let i = 0; i < data.length; i++) data[i] = samples.data[Math.floor(i / bands)]!;
  return { ...samples, bands, data };
};

const copy = (samples: Samples, from: Rect, part: Rect, into: SampleArray, rect: Rect): void =>
  copyPlane(samples.data, from, part, into, rect, samples.bands);

/** Copies the pixels of `part` from a tile that shows `from` to a region that shows `rect`. */
const copyPlane = (tile: SampleArray, from: Rect, part: Rect, into: SampleArray, rect: Rect, bands: number): void => {
  const row = part.width * bands;
  for (let y = part.y; y < part.y + part.height; y++) {
    const at = ((y - from.y) * from.width + part.x - from.x) * bands;
    into.set(tile.subarray(at, at + row), ((y - rect.y) * rect.width + part.x - rect.x) * bands);
  }
};
