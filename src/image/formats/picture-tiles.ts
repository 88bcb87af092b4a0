/** A pyramid whose tiles are separate pictures: DZI, IIIF, and tile sources of a viewer. */

import { isAbort, SegmenterError } from '../../core/errors.js';
import { levelByIndex } from '../../core/levels.js';
import type { Level, Rect } from '../../core/rect.js';
import { levelAt } from '../../core/rect.js';
import { bitsOf } from '../channels/transform.js';
import type { OpenedImage, Placement, RegionOptions, Samples } from '../samples.js';
import { assemble, keepsTiles, type Tile, tileCache } from '../tiles.js';

/** A level and the size of its tiles, in pixels. */
export interface TiledLevel extends Level {
  readonly tileWidth: number;
  readonly tileHeight: number;
}

/** Levels of pictures, and the function that reads a tile. */
export interface PicturePyramid {
  readonly name: string;
  readonly format: string;
  /** Finest first. */
  readonly levels: readonly TiledLevel[];
  readonly placement?: Placement;
  /** Pixels of the level that a tile shows. */
  rectOf(level: number, column: number, row: number): Rect;
  read(level: number, column: number, row: number, signal: AbortSignal): Promise<Samples>;
}

/** Codes of errors that are of no tile: none of them can be read. */
const OF_NO_TILE: ReadonlySet<string> = new Set(['cors', 'not-loaded']);

/** Most bytes of decoded tiles kept for an image. */
const KEPT = 2 ** 27;

/** A pyramid of pictures as an image; its tiles tell bands and bits. */
export class PictureTiles implements OpenedImage {
  readonly name: string;
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly levels: readonly TiledLevel[];
  readonly placement?: Placement;
  readonly #tiles = tileCache(KEPT);
  #kind: { readonly bands: number; readonly bits: 8 | 16 | 32 } = { bands: 3, bits: 8 };

  constructor(private readonly pyramid: PicturePyramid) {
    this.name = pyramid.name;
    this.format = pyramid.format;
    this.levels = pyramid.levels;
    this.width = levelByIndex(this.levels, 0).width;
    this.height = levelByIndex(this.levels, 0).height;
    if (pyramid.placement !== undefined) this.placement = pyramid.placement;
  }

  get bands(): number {
    return this.#kind.bands;
  }

  get bits(): 8 | 16 | 32 {
    return this.#kind.bits;
  }

  /** Reads one tile of the coarsest level: only tiles tell bands and bits. */
  async probe(signal?: AbortSignal): Promise<void> {
    const { samples } = await this.#tile(this.levels.length - 1, 0, 0, true, signal);
    this.#kind = { bands: samples.bands, bits: bitsOf(samples.data) };
  }

  async region(rect: Rect, level: number, options: RegionOptions = {}): Promise<Samples> {
    const grid = levelAt(this.levels, level, rect);
    const { tileWidth, tileHeight } = levelByIndex(this.levels, level);
    const keep = keepsTiles(rect, this.#kind, KEPT);
    const read = (column: number, row: number, signal: AbortSignal): Promise<Tile> =>
      this.#tile(level, column, row, keep, signal);
    const { width, height } = grid;
    return assemble(this.name, { width, height, tileWidth, tileHeight }, rect, this.#kind, read, options);
  }

  close(): void {
    this.#tiles.clear();
  }

  #tile(level: number, column: number, row: number, keep: boolean, signal: AbortSignal | undefined): Promise<Tile> {
    const make = async (either: AbortSignal): Promise<Tile> => {
      const rect = this.pyramid.rectOf(level, column, row);
      const samples = await this.#read(level, column, row, either);
      if (samples.width === rect.width && samples.height === rect.height) return { rect, samples };
      // Some writers pad the last tiles to the full size: what lies beyond the image is left out in the copy.
      if (samples.width >= rect.width && samples.height >= rect.height)
        return { rect: { ...rect, width: samples.width, height: samples.height }, samples };
      const reason = `it is ${samples.width} × ${samples.height}, not ${rect.width} × ${rect.height}`;
      throw new SegmenterError('tile-unavailable', { tile: `${level}/${column}_${row}`, name: this.name, reason });
    };
    return this.#tiles.get(`${level}/${column}_${row}`, make, signal, keep);
  }

  async #read(level: number, column: number, row: number, signal: AbortSignal): Promise<Samples> {
    try {
      return await this.pyramid.read(level, column, row, signal);
    } catch (error) {
      if (isAbort(error) || (error instanceof SegmenterError && OF_NO_TILE.has(error.code))) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new SegmenterError(
        'tile-unavailable',
        { tile: `${level}/${column}_${row}`, name: this.name, reason },
        { cause: error },
      );
    }
  }
}
