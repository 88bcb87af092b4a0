/** The regions in which a large image is processed: cores that tile it, each with a margin. */
import { badParameter } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import { intersection } from '../../core/geometry/rect.js';

/** One region, in full-resolution pixels. */
export interface Region {
  /** Index of the region, row by row from 0. */
  readonly index: number;
  /** The part that belongs to this region alone; cores tile the area. */
  readonly core: Rect;
  /** The core with the overlap on every side, cut to the image. */
  readonly outer: Rect;
}

/** Size and overlap of the regions. */
export interface GridOptions {
  /** Most pixels on a side of a core. */
  readonly size: number;
  /** Pixels by which a region reaches beyond its core. */
  readonly overlap: number;
}

/**
 * The tiling of an area in whole pixels. It depends on the area, the image and the options only, and not on
 * where, in what order, or how many regions are processed in parallel.
 */
export class RegionGrid {
  readonly columns: number;
  readonly rows: number;
  readonly regions: readonly Region[];
  readonly overlap: number;
  /** Borders between columns and between rows, both ends included. */
  readonly #xs: readonly number[];
  readonly #ys: readonly number[];

  /** Throws `bad-parameter`. */
  constructor(
    readonly area: Rect,
    readonly image: Rect,
    { size, overlap }: GridOptions,
  ) {
    if (!(Number.isSafeInteger(size) && size >= 1))
      throw badParameter('size', size, 'it must be an integer, at least 1');
    if (!(Number.isSafeInteger(overlap) && overlap >= 0))
      throw badParameter('overlap', overlap, 'it must be an integer, at least 0');
    this.overlap = overlap;
    this.#xs = borders(area.x, area.width, size);
    this.#ys = borders(area.y, area.height, size);
    this.columns = this.#xs.length - 1;
    this.rows = this.#ys.length - 1;
    const regions: Region[] = [];
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) {
        const [x, y] = [this.#xs[column]!, this.#ys[row]!];
        const core = { x, y, width: this.#xs[column + 1]! - x, height: this.#ys[row + 1]! - y };
        const grown = {
          x: x - overlap,
          y: y - overlap,
          width: core.width + 2 * overlap,
          height: core.height + 2 * overlap,
        };
        regions.push({ index: regions.length, core, outer: intersection(grown, image) ?? core });
      }
    }
    this.regions = regions;
  }

  /** The index of the region whose core holds a pixel; `undefined` outside the area. */
  ownerOf(x: number, y: number): number | undefined {
    const column = slot(this.#xs, x);
    const row = slot(this.#ys, y);
    return column === undefined || row === undefined ? undefined : row * this.columns + column;
  }
}

/** Cuts a length into as few nearly equal whole parts as have at most `size` each. */
const borders = (start: number, length: number, size: number): number[] => {
  const parts = Math.max(1, Math.ceil(length / size));
  return Array.from({ length: parts + 1 }, (_, k) => start + Math.floor((k * length) / parts));
};

/** The part that holds `at`. */
const slot = (ends: readonly number[], at: number): number | undefined => {
  if (!(at >= ends[0]! && at < ends.at(-1)!)) return undefined;
  let [low, high] = [0, ends.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at >= ends[middle]!) low = middle;
    else high = middle;
  }
  return low;
};
