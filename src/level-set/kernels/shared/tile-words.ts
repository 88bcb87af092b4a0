/** Masks cut into tiles, as the kernels see them: the CPU kernel of `src/wgsl/level-set/shared/tiling.wgsl` and `front.wgsl`. */
import { T } from './layout.js';

/** The index that stands for no tile and no cell. */
export const NONE = -1;

/** Words beside word k of a tile, in the order left, right, above, below, behind, before; `NONE` beyond the border. */
export type Beside = Int32Array;

/** The tiles of a grid, from the words of `Tiling`. */
export class TileWords {
  readonly columns: number;
  readonly rows: number;
  readonly slices: number;
  readonly side: number;
  readonly words: number;
  readonly sliceWords: number;
  readonly #low: number;
  readonly #high: number;
  /** The tile of the last query, and its position. */
  #tile = NONE;
  #column = 0;
  #row = 0;
  #deep = 0;

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
    if (tile !== this.#tile) {
      this.#tile = tile;
      this.#column = tile % columns;
      this.#row = Math.floor(tile / columns) % rows;
      this.#deep = Math.floor(tile / (columns * rows));
    }
    const column = this.#column;
    const row = this.#row;
    const deep = this.#deep;
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

  /** Cells of a word that have a neighbour in a set, given by the words of the set. */
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

/** Bits for what a tile does not contain. */
const [NO_INSIDE, NO_OUTSIDE] = [1, 2];

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

  /** Returns, for each tile, the bits for what it does not contain. */
  lacks(): Uint8Array {
    const { mask, domain } = this;
    const { words, columns, rows, slices } = this.tiles;
    const lacks = new Uint8Array(columns * rows * slices);
    for (let tile = 0, at = 0; tile < lacks.length; tile++, at += words) {
      let inside = 0;
      let outside = 0;
      for (let k = at; k < at + words && (inside === 0 || outside === 0); k++) {
        inside |= mask[k]!;
        outside |= ~mask[k]! & domain[k]!;
      }
      lacks[tile] = (inside === 0 ? NO_INSIDE : 0) | (outside === 0 ? NO_OUTSIDE : 0);
    }
    return lacks;
  }

  /** Whether the front crosses the tile. */
  crosses(tile: number, lacks: Uint8Array): boolean {
    const { columns, rows, slices, words } = this.tiles;
    const layer = columns * rows;
    const column = tile % columns;
    const row = Math.floor(tile / columns) % rows;
    let common = lacks[tile]!;
    if (column > 0) common &= lacks[tile - 1]!;
    if (column + 1 < columns) common &= lacks[tile + 1]!;
    if (row > 0) common &= lacks[tile - columns]!;
    if (row + 1 < rows) common &= lacks[tile + columns]!;
    if (tile >= layer) common &= lacks[tile - layer]!;
    if (tile + layer < layer * slices) common &= lacks[tile + layer]!;
    if (common !== 0) return false;
    for (let k = 0; k < words; k++) if (this.scan(tile, k)) return true;
    return false;
  }

  /** False if the front does not cross word k of the tile. */
  scan(tile: number, k: number): boolean {
    const { tiles, mask, domain } = this;
    const b = tiles.beside(tile, k, this.#beside);
    const [l, r, a, o, i, f] = [b[0]!, b[1]!, b[2]!, b[3]!, b[4]!, b[5]!];
    const at = tile * tiles.words + k;
    const m = mask[at]!;
    const left = l === NONE ? 0 : mask[l]!;
    const right = r === NONE ? 0 : mask[r]!;
    const above = a === NONE ? 0 : mask[a]!;
    const below = o === NONE ? 0 : mask[o]!;
    const behind = i === NONE ? 0 : mask[i]!;
    const before = f === NONE ? 0 : mask[f]!;
    this.out = 0;
    this.inside = 0;
    if ((m | left | right | above | below | behind | before) === 0) return false;
    const c = ~m & domain[at]!;
    if (c !== 0) this.out = tiles.neighbours(m, left, right, above, below, behind, before) & c;
    if (m !== 0) {
      const bare = tiles.neighbours(
        c,
        l === NONE ? 0 : ~left & domain[l]!,
        r === NONE ? 0 : ~right & domain[r]!,
        a === NONE ? 0 : ~above & domain[a]!,
        o === NONE ? 0 : ~below & domain[o]!,
        i === NONE ? 0 : ~behind & domain[i]!,
        f === NONE ? 0 : ~before & domain[f]!,
      );
      this.inside = bare & m;
    }
    return (this.out | this.inside) !== 0;
  }
}
