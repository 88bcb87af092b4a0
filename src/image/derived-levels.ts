/** Coarser levels for an image without a pyramid, made tile by tile on demand, in bounded memory. */

import { levelByIndex } from '../core/geometry/levels.js';
import type { Rect } from '../core/geometry/rect.js';
import { halved, levelAt } from '../core/geometry/rect.js';
import { DescribedImage } from './described-image.js';
import { halve } from './reduce.js';
import { emptySamples } from './sample-arrays.js';
import type { OpenedImage, RegionOptions, Samples } from './samples.js';
import { assemble, type Tile, tileCache } from './tiles.js';

/** Longer side, in pixels, that the coarsest level may have. */
const COARSEST = 2048;
/** Side of a derived tile. */
const TILE = 512;
const KEPT = 2 ** 26;

/** Adds levels; returns the image itself where its coarsest level is small enough, or where it is a volume. */
export const withLevels = (image: OpenedImage): OpenedImage => {
  const { width, height } = image.levels.at(-1)!;
  return Math.max(width, height) > COARSEST && image.stack === undefined ? new DerivedLevels(image) : image;
};

class DerivedLevels extends DescribedImage {
  readonly #tiles = tileCache(KEPT);

  constructor(private readonly image: OpenedImage) {
    super(image, halved(image.levels, COARSEST));
  }

  async region(rect: Rect, level: number, options: RegionOptions = {}): Promise<Samples> {
    if (level < this.image.levels.length) return this.image.region(rect, level, options);
    const { width, height } = levelAt(this.levels, level, rect);
    const grid = { width, height, tileWidth: TILE, tileHeight: TILE };
    const read = (column: number, row: number, signal: AbortSignal): Promise<Tile> =>
      this.#tiles.get(`${level}/${column}_${row}`, (either) => this.#derive(level, column, row, either), signal);
    // Sequentially, because each tile may need many tiles of the finer level.
    return assemble(this, grid, rect, read, { ...options, most: 1 });
  }

  close(): void {
    this.#tiles.clear();
    this.image.close();
  }

  async #derive(level: number, column: number, row: number, signal: AbortSignal): Promise<Tile> {
    const finer = levelByIndex(this.levels, level - 1);
    const x = 2 * column * TILE;
    const y = 2 * row * TILE;
    const rect = { x, y, width: Math.min(2 * TILE, finer.width - x), height: Math.min(2 * TILE, finer.height - y) };
    const samples = this.#isBlank(rect, level - 1)
      ? this.#withoutData(Math.ceil(rect.width / 2), Math.ceil(rect.height / 2))
      : await halve(await this.region(rect, level - 1, { signal }), signal);
    return { rect: { x: x / 2, y: y / 2, width: samples.width, height: samples.height }, samples };
  }

  /** A frame with distant objects is mostly blank, and halving blank parts level by level would take as long as halving pixels. */
  #isBlank({ x, y, width, height }: Rect, level: number): boolean {
    const last = this.image.levels.length - 1;
    const scale = 2 ** Math.max(0, level - last);
    const rect = { x: x * scale, y: y * scale, width: width * scale, height: height * scale };
    return this.image.blank?.(rect, Math.min(level, last)) ?? false;
  }

  #withoutData(width: number, height: number): Samples {
    const { bands, bits, name } = this;
    const missing = new Uint8Array(width * height).fill(1);
    return { width, height, bands, data: emptySamples(bits, width * height * bands, name), missing };
  }
}
