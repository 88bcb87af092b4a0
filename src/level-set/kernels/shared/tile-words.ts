/** Masks cut into tiles, as the kernels see them: the CPU kernel of `src/wgsl/level-set/shared/tiling.wgsl` and `front.wgsl`. */
import { T } from './layout.js';

export const NONE = -1;

/** Words beside word k of a tile, in the order left, right, above, below, behind, before; `NONE` beyond the border. */
export type Beside = Int32Array;

export class TileWords {
  readonly columns: number;
  readonly rows: number;
  readonly slices: number;
  readonly side: number;
  readonly words: number;
  readonly sliceWords: number;
  readonly #low: number;
  readonly #high: number;

  constructor(readonly tiling: Uint32Array) {
    this.columns = tiling[T.columns]!;
    this.rows = tiling[T.rows]!;
    this.slices = tiling[T.slices]!;
    this.side = tiling[T.side]!;
    this.words = tiling[T.words]!;
    this.sliceWords = tiling[T.sliceWords]!;
    this.#low = this.side === 8 ? 0x01010101 : 0x00010001;
    this.#high = this.#low << (this.side - 1);
  }

  beside(tile: number, k: number, beside: Beside): Beside {
    const { columns, rows, slices, words, sliceWords } = this;
    const at = tile * words + k;
    const column = tile % columns;
    const row = Math.floor(tile / columns) % rows;
    const deep = Math.floor(tile / (columns * rows));
    const down = columns * words;
    const inwards = down * rows;
    const y = k % sliceWords;
    beside[0] = column > 0 ? at - words : NONE;
    beside[1] = column + 1 < columns ? at + words : NONE;
    beside[2] = y > 0 ? at - 1 : row > 0 ? at + sliceWords - 1 - down : NONE;
    beside[3] = y + 1 < sliceWords ? at + 1 : row + 1 < rows ? at + 1 - sliceWords + down : NONE;
    beside[4] = k >= sliceWords ? at - sliceWords : deep > 0 ? at + words - sliceWords - inwards : NONE;
    beside[5] = k + sliceWords < words ? at + sliceWords : deep + 1 < slices ? at + sliceWords - words + inwards : NONE;
    return beside;
  }

  /** Cells of a word that have a neighbour in a set, of which these are the words. */
  neighbours(
    own: number,
    left: number,
    right: number,
    above: number,
    below: number,
    behind: number,
    before: number,
  ): number {
    const side = this.side;
    const low = this.#low;
    const high = this.#high;
    const along =
      ((own << 1) & ~low) | ((left >>> (side - 1)) & low) | ((own >>> 1) & ~high) | ((right & low) << (side - 1));
    const across = (own << side) | (above >>> (32 - side)) | (own >>> side) | (below << (32 - side));
    return along | across | behind | before;
  }
}

/** L_out and L_in of words of a mask. */
export class FrontWords {
  out = 0;
  inside = 0;
  readonly #beside = new Int32Array(6);

  constructor(
    private readonly tiles: TileWords,
    private readonly mask: Uint32Array,
    private readonly domain: Uint32Array,
  ) {}

  /** False if the front does not cross word k of the tile. */
  scan(tile: number, k: number): boolean {
    const b = this.tiles.beside(tile, k, this.#beside);
    const at = tile * this.tiles.words + k;
    const m = this.mask[at]!;
    const c = ~m & this.domain[at]!;
    const near = this.tiles.neighbours(
      m,
      this.#in(b[0]!),
      this.#in(b[1]!),
      this.#in(b[2]!),
      this.#in(b[3]!),
      this.#in(b[4]!),
      this.#in(b[5]!),
    );
    const bare = this.tiles.neighbours(
      c,
      this.#out(b[0]!),
      this.#out(b[1]!),
      this.#out(b[2]!),
      this.#out(b[3]!),
      this.#out(b[4]!),
      this.#out(b[5]!),
    );
    this.out = near & c;
    this.inside = bare & m;
    return (this.out | this.inside) !== 0;
  }

  #in(at: number): number {
    return at === NONE ? 0 : this.mask[at]!;
  }

  #out(at: number): number {
    return at === NONE ? 0 : ~this.mask[at]! & this.domain[at]!;
  }
}
