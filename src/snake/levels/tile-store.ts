/** Planes of one level as tiles in one buffer of a device, kept for the next contour on the image; the least recently used is dropped first. */
import type { Keepable } from '../../compute/kept.js';
import type { DeviceBuffer } from '../../compute/recording.js';
import type { Rect } from '../../core/geometry/rect.js';

/** A tile on the device. */
export interface Tile {
  /** Its place in the buffer, from 0. */
  readonly place: number;
  /** The pixels of the level that it contains, at most `TILE_SIDE` along x and y. */
  readonly rect: Rect;
  /** Sums of all of its pixels: N, then S and Q of every plane, or the counts of codes. */
  readonly sums: Float64Array;
}

/** Tiles in one buffer, by their keys. */
export class TileStore implements Keepable {
  /** In order of use, the least recently used first. */
  readonly #tiles = new Map<string, Tile>();
  readonly #free: number[];

  /** @param room maximum tiles in the buffer */
  constructor(
    readonly buffer: DeviceBuffer,
    readonly room: number,
  ) {
    this.#free = Array.from({ length: room }, (_, i) => room - 1 - i);
  }

  get bytes(): number {
    return this.buffer.byteLength;
  }

  /** The tile of a key, if present; marks it as the most recently used. */
  use(key: string): Tile | undefined {
    const tile = this.#tiles.get(key);
    if (tile === undefined) return undefined;
    this.#tiles.delete(key);
    this.#tiles.set(key, tile);
    return tile;
  }

  has(key: string): boolean {
    return this.#tiles.has(key);
  }

  put(key: string, tile: Tile): void {
    const before = this.#tiles.get(key);
    if (before) this.giveBack(before.place);
    this.#tiles.set(key, tile);
  }

  /** A place for a tile: a free one, or that of the least recently used tile that is not `needed`. */
  placeBeside(needed: ReadonlySet<string>): number | undefined {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    for (const [key, { place }] of this.#tiles) {
      if (needed.has(key)) continue;
      this.#tiles.delete(key);
      return place;
    }
    return undefined;
  }

  /** Frees the place of a tile that could not be read. */
  giveBack(place: number): void {
    this.#free.push(place);
  }

  destroy(): void {
    this.buffer.destroy();
  }
}
