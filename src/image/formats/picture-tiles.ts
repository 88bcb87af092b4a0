/** A pyramid whose tiles are separate pictures: DZI, IIIF, and tile sources of a viewer. */

import { isAbort, reasonWithin, SegmenterError } from '../../core/errors.js';
import { levelByIndex } from '../../core/geometry/levels.js';
import type { Level, Rect } from '../../core/geometry/rect.js';
import { levelAt } from '../../core/geometry/rect.js';
import { because } from '../../core/reasons.js';
import { bitsOf } from '../channels/transform.js';
import { samplesLike } from '../sample-arrays.js';
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
  /** Pixels that a tile of the level has beyond its size on each side; 0 when not given. */
  overlapOf?(level: number): number;
  /** @param most bytes that the tile's file may have */
  read(level: number, column: number, row: number, signal: AbortSignal, most: number): Promise<Samples>;
}

/** Codes of errors that do not concern a single tile: no tile can be read. */
const OF_NO_TILE: ReadonlySet<string> = new Set(['cors', 'not-loaded']);
/** Whether an error concerns all tiles: also where the server asks to wait. */
const isOfAll = (error: unknown): boolean =>
  error instanceof SegmenterError && (OF_NO_TILE.has(error.code) || error.values.wait !== undefined);

/** Columns and rows that a tile may have more or less than its place: servers round the sizes of their levels differently. */
const ROUNDED = 2;

interface Size {
  readonly width: number;
  readonly height: number;
}

const within = (small: Size, large: Size): boolean => small.width <= large.width && small.height <= large.height;

/** Most bytes of a tile's file: twice those of its pixels in four bands of 16 bits, and 4 MiB for what it holds beside them. */
const mostBytes = ({ width, height }: Size): number => 16 * width * height + 2 ** 22;

/** Maximum size of an image's cache of decoded tiles, in bytes. */
const KEPT = 2 ** 27;

/** Repeats the last column or row of a tile that is slightly smaller than its place. */
const filled = (samples: Samples, { width, height }: Size): Samples => {
  const [lacksX, lacksY] = [width - samples.width, height - samples.height];
  if ((lacksX <= 0 && lacksY <= 0) || lacksX > ROUNDED || lacksY > ROUNDED) return samples;
  const { bands, data, missing } = samples;
  const whole = { width: Math.max(width, samples.width), height: Math.max(height, samples.height) };
  const count = whole.width * whole.height;
  const grown = samplesLike(data, count * bands);
  const mask = missing && new Uint8Array(count);
  for (let y = 0; y < whole.height; y++)
    for (let x = 0; x < whole.width; x++) {
      const to = y * whole.width + x;
      const from = Math.min(y, samples.height - 1) * samples.width + Math.min(x, samples.width - 1);
      for (let band = 0; band < bands; band++) grown[to * bands + band] = data[from * bands + band]!;
      if (mask) mask[to] = missing[from]!;
    }
  return { ...whole, bands, data: grown, ...(mask ? { missing: mask } : {}) };
};

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
    return assemble(this, { width, height, tileWidth, tileHeight }, rect, read, options);
  }

  close(): void {
    this.#tiles.clear();
  }

  #tile(level: number, column: number, row: number, keep: boolean, signal: AbortSignal | undefined): Promise<Tile> {
    const make = async (either: AbortSignal): Promise<Tile> => {
      const rect = this.pyramid.rectOf(level, column, row);
      const samples = filled(await this.#read(level, column, row, either), rect);
      if (samples.width === rect.width && samples.height === rect.height) return { rect, samples };
      // Some writers pad the last tiles to the full size; pixels beyond the image are not copied.
      const most = this.#largest(level);
      if (within(rect, samples) && within(samples, most))
        return { rect: { ...rect, width: samples.width, height: samples.height }, samples };
      const reason = because(
        'tile-size',
      )`it is ${samples.width} × ${samples.height}, not ${rect.width} × ${rect.height}`;
      throw new SegmenterError('tile-unavailable', { tile: `${level}/${column}_${row}`, name: this.name, reason });
    };
    return this.#tiles.get(`${level}/${column}_${row}`, make, signal, keep);
  }

  /** The size that a tile of the level may have at most: a server that sends larger ones sends other pixels than those of its place. */
  #largest(level: number): Size {
    const { tileWidth, tileHeight } = levelByIndex(this.levels, level);
    const more = 2 * (this.pyramid.overlapOf?.(level) ?? 0) + ROUNDED;
    return { width: tileWidth + more, height: tileHeight + more };
  }

  async #read(level: number, column: number, row: number, signal: AbortSignal): Promise<Samples> {
    try {
      return await this.pyramid.read(level, column, row, signal, mostBytes(this.#largest(level)));
    } catch (error) {
      if (isAbort(error) || isOfAll(error)) throw error;
      throw new SegmenterError(
        'tile-unavailable',
        { tile: `${level}/${column}_${row}`, name: this.name, reason: reasonWithin(error) },
        { cause: error },
      );
    }
  }
}
