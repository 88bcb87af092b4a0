import { Beside } from '../kernels/simd/places.js';
import type { Bits } from './bits.js';
import { rowsOf, rowWords } from './bits.js';
import type { Grid } from './grid.js';

const { left: LEFT, right: RIGHT, above: ABOVE, below: BELOW, behind: BEHIND, before: BEFORE, within: WITHIN } = Beside;

/** Writes which neighbouring words each word has. `radius` is that of the filter, in rows and slices. */
export const findBeside = (grid: Grid, radius: number, beside: Uint8Array): void => {
  const { height, depth } = grid;
  const words = rowWords(grid);
  const deep = depth === 1 ? 0 : radius;
  for (let z = 0, at = 0; z < depth; z++) {
    for (let y = 0; y < height; y++) {
      const within = z >= deep && z + deep < depth && y >= radius && y + radius < height;
      const rows =
        (y > 0 ? ABOVE : 0) |
        (y + 1 < height ? BELOW : 0) |
        (z > 0 ? BEHIND : 0) |
        (z + 1 < depth ? BEFORE : 0) |
        (within ? WITHIN : 0);
      for (let w = 0; w < words; w++, at++) {
        beside[at] = rows | (w > 0 ? LEFT : 0) | (w + 1 < words ? RIGHT : 0);
      }
    }
  }
};

/** Writes the first cell of each word. */
export const findFirst = (grid: Grid, first: Int32Array): void => {
  const words = rowWords(grid);
  for (let row = 0, at = 0; row < rowsOf(grid); row++) {
    for (let w = 0; w < words; w++, at++) first[at] = row * grid.width + 32 * w;
  }
};

/** L_out and L_in of a mask, a word at a time. Cells beyond the border, or without data, are not neighbours. */
export class FrontScan {
  /** Cells of L_out in the word last scanned; the next field has those of L_in. */
  out = 0;
  inside = 0;
  readonly #row: number;
  readonly #slice: number;
  readonly #beside: Uint8Array;

  /** `beside` of `findBeside`. */
  constructor(
    grid: Grid,
    private readonly domain: Bits,
    beside: Uint8Array,
  ) {
    this.#row = rowWords(grid);
    this.#slice = this.#row * grid.height;
    this.#beside = beside;
  }

  /** False if the front does not cross the word. */
  scan(mask: Bits, at: number): boolean {
    const domain = this.domain;
    const beside = this.#beside[at]!;
    const m = mask[at]!;
    const c = ~m & domain[at]!;
    /** Cells with a neighbour inside, cells with a neighbour outside. */
    let near = (m << 1) | (m >>> 1);
    let bare = (c << 1) | (c >>> 1);
    if ((beside & LEFT) !== 0) {
      near |= mask[at - 1]! >>> 31;
      bare |= (~mask[at - 1]! & domain[at - 1]!) >>> 31;
    }
    if ((beside & RIGHT) !== 0) {
      near |= mask[at + 1]! << 31;
      bare |= (~mask[at + 1]! & domain[at + 1]!) << 31;
    }
    if ((beside & ABOVE) !== 0) {
      near |= mask[at - this.#row]!;
      bare |= ~mask[at - this.#row]! & domain[at - this.#row]!;
    }
    if ((beside & BELOW) !== 0) {
      near |= mask[at + this.#row]!;
      bare |= ~mask[at + this.#row]! & domain[at + this.#row]!;
    }
    if ((beside & BEHIND) !== 0) {
      near |= mask[at - this.#slice]!;
      bare |= ~mask[at - this.#slice]! & domain[at - this.#slice]!;
    }
    if ((beside & BEFORE) !== 0) {
      near |= mask[at + this.#slice]!;
      bare |= ~mask[at + this.#slice]! & domain[at + this.#slice]!;
    }
    this.out = near & c;
    this.inside = bare & m;
    return (this.out | this.inside) !== 0;
  }
}
