/** The tiles of a picture in which a contour of many vertices is painted: none has more edges than a frame has time for. */
import type { Rect } from '../../core/geometry/rect.js';
import { hasMore, type ScreenShape } from './screen-shape.js';

/** Edges that a tile has at most, unless it is one of the smallest. */
export const EDGES = 1000;
/** The side of the largest and of the smallest tile in device pixels. */
const TILE = 128;
const LEAST = 16;

/** The tiles of a picture that are still to be painted. */
export class Tiles {
  readonly #left: Rect[] = [];

  /** @param ratio device pixels per CSS pixel; sizes are in CSS pixels */
  constructor(
    { width, height }: { readonly width: number; readonly height: number },
    private readonly ratio: number,
  ) {
    // Whole device pixels: the side of a tile must not run through one.
    const side = TILE / ratio;
    for (let y = 0; y < height; y += side) {
      for (let x = 0; x < width; x += side) this.#left.push({ x, y, width: side, height: side });
    }
  }

  get done(): boolean {
    return this.#left.length === 0;
  }

  /** Takes the next tile of the shape's picture, cut down to what a frame has time for. */
  next(shape: ScreenShape): Rect | undefined {
    for (let tile = this.#left.pop(); tile; tile = this.#left.pop()) {
      if (tile.width * this.ratio <= LEAST || !hasMore(shape, tile, EDGES)) return tile;
      this.#left.push(...quarters(tile));
    }
    return undefined;
  }

  /** Leaves out those that are left. */
  clear(): void {
    this.#left.length = 0;
  }
}

const quarters = ({ x, y, width: whole }: Rect): Rect[] => {
  const width = whole / 2;
  const height = width;
  return [
    { x, y, width, height },
    { x: x + width, y, width, height },
    { x, y: y + height, width, height },
    { x: x + width, y: y + height, width, height },
  ];
};
