import type { SpeedTables } from '../speed/speed.js';

/** The sign of F_d, one bit for each cell in two planes, computed word by word when first needed. */
export class DataPlanes {
  readonly positive: Uint32Array;
  readonly negative: Uint32Array;
  readonly #made: Uint32Array;
  #version = 1;

  constructor(
    private readonly speed: SpeedTables,
    words: number,
  ) {
    this.positive = new Uint32Array(words);
    this.negative = new Uint32Array(words);
    this.#made = new Uint32Array(words);
  }

  /** To be called when the tables have changed: marks every word as stale. */
  invalidate(): void {
    this.#version++;
  }

  isFresh(at: number): boolean {
    return this.#made[at] === this.#version;
  }

  /** Recomputes word `at` if it is stale; its `count` cells start at `cell`. */
  refresh(at: number, cell: number, count: number): void {
    this.#made[at] = this.#version;
    const { signs } = this.speed;
    const plane = this.speed.field.planes[0]!;
    let positive = 0;
    let negative = 0;
    for (let k = 0; k < count; k++) {
      const sign = signs ? signs[plane[cell + k]!]! : this.speed.at(cell + k);
      if (sign > 0) positive |= 1 << k;
      else if (sign < 0) negative |= 1 << k;
    }
    this.positive[at] = positive;
    this.negative[at] = negative;
  }
}
