/** The samples of tiles, packed for the detector. */
import type { Rect } from '../../core/geometry/rect.js';
import type { LineWorkspace } from '../workspace.js';
import { pack } from './pack.js';

/** Reads the tiles one after another; each is read and packed while the one before it is processed. */
export class PackedTiles {
  #next = 0;
  #coming: Promise<Uint32Array> | undefined;
  /** Memory of tiles that are done with. */
  readonly #rooms: Uint32Array[] = [];

  constructor(
    private readonly workspace: Pick<LineWorkspace, 'planes' | 'packing'>,
    private readonly tiles: readonly Rect[],
  ) {
    this.#readNext();
  }

  /** The next tile in words, as `pack` makes them. Throws `RangeError` after the last one. */
  async next(): Promise<Uint32Array> {
    if (this.#coming === undefined) throw new RangeError(`there are only ${this.tiles.length} tiles`);
    const packed = await this.#coming;
    this.#readNext();
    return packed;
  }

  /** Takes back the words of a tile, to be used again. */
  giveBack(words: Uint32Array): void {
    this.#rooms.push(words);
  }

  #readNext(): void {
    const tile = this.tiles[this.#next++];
    this.#coming =
      tile && this.workspace.planes(tile).then((planes) => pack(planes, this.workspace.packing, this.#rooms.shift()));
    // Prevents an unhandled rejection if nothing awaits the promise, after an error of the device.
    this.#coming?.catch(() => {});
  }
}
