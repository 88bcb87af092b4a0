import { unpack } from './tile.js';
import { type MaximaConstants, SIDE, W } from './window.js';

/** A plane with a border of `halo` samples of 0, so that windows that leave the plane need neither a tile nor a test. */
export class PaddedPlane {
  readonly width: number;
  readonly height: number;
  readonly halo: number;
  readonly stride: number;
  /** 0 outside. */
  readonly samples: Uint16Array;
  /** `[16 k + t − 1]`, for this stride. */
  readonly offsets: Int32Array;
  readonly #columns: number;
  readonly #rows: number;
  /** Least sample of each block of 32 × 32 pixels of the plane. */
  readonly #least: Uint16Array;
  readonly #most: Uint16Array;

  constructor(words: Uint32Array, samples: Uint32Array, { halo }: Pick<MaximaConstants, 'halo'>) {
    this.width = words[W.width]!;
    this.height = words[W.height]!;
    this.halo = halo;
    this.stride = this.width + 2 * this.halo;
    const own = SIDE + 2 * this.halo;
    this.offsets = Int32Array.from(words.subarray(W.offsets, W.words), (word) => {
      const row = Math.round((word | 0) / own);
      return row * (this.stride - own) + (word | 0);
    });
    this.samples = new Uint16Array(this.stride * (this.height + 2 * this.halo));
    this.#columns = Math.ceil(this.width / SIDE);
    this.#rows = Math.ceil(this.height / SIDE);
    this.#least = new Uint16Array(this.#columns * this.#rows).fill(65535);
    this.#most = new Uint16Array(this.#columns * this.#rows);
    const stored = unpack(samples, words[W.bits]!);
    for (let y = 0; y < this.height; y++) {
      const row = stored.subarray(y * this.width, (y + 1) * this.width);
      this.samples.set(row, this.at(0, y));
      this.#gather(row, (y >> 5) * this.#columns);
    }
  }

  /** The index of a pixel in `samples`. */
  at(x: number, y: number): number {
    return (y + this.halo) * this.stride + x + this.halo;
  }

  #gather(row: Uint8Array | Uint16Array, first: number): void {
    for (let block = first, x = 0; x < row.length; block++) {
      let least = this.#least[block]!;
      let most = this.#most[block]!;
      for (const end = Math.min(x + SIDE, row.length); x < end; x++) {
        const value = row[x]!;
        if (value < least) least = value;
        if (value > most) most = value;
      }
      this.#least[block] = least;
      this.#most[block] = most;
    }
  }

  /** The least and the greatest sample of a block and those around it, which hold all of its windows. */
  range(groupX: number, groupY: number): readonly [least: number, most: number] {
    let least = 65535;
    let most = 0;
    for (let y = Math.max(0, groupY - 1); y <= Math.min(this.#rows - 1, groupY + 1); y++) {
      for (let x = Math.max(0, groupX - 1); x <= Math.min(this.#columns - 1, groupX + 1); x++) {
        least = Math.min(least, this.#least[y * this.#columns + x]!);
        most = Math.max(most, this.#most[y * this.#columns + x]!);
      }
    }
    return [least, most];
  }
}
