/**
 * Planes of a prior that decreases from a centre: 128 + 100·w in whole numbers, filled without computing w for each pixel. The arguments
 * at which w reaches the next step of the plane are precomputed as thresholds.
 */
import { TimeSlice } from '../../core/yielding.js';

/** Steps of the plane in a step of 1 of w. */
export const UNIT = 100;
/** Value of the plane where w = 0. */
export const MIDDLE = 128;

/** The value of the plane for a w. */
export const planeValue = (w: number): number => MIDDLE + Math.round(UNIT * w);

/** From this argument on a law is constant at its minimum. */
const FAR = 2;
/** Cells per unit of the argument in the threshold table. A power of 2 makes the cell index exact; few cells contain a threshold. */
const CELLS = 2 ** 12;

/** A decreasing function that fills a plane, for arguments from 0 to `FAR`. */
export class Falling {
  readonly #most: number;
  /** For each step down, the smallest argument beyond it. The last is NaN, so no argument is beyond it. */
  readonly #thresholds: Float64Array;
  /** Steps down at the beginning of each cell; the last is `FAR`'s. */
  readonly #steps: Uint8Array;

  /** @param law value of the plane for an argument; it never rises, and falls by fewer than 256 steps */
  constructor(law: (argument: number) => number) {
    this.#most = law(0);
    const all = this.#most - law(FAR);
    this.#thresholds = Float64Array.from({ length: all + 1 }, (_, step) =>
      step === all ? Number.NaN : smallestBelow(law, this.#most - step),
    );
    this.#steps = Uint8Array.from({ length: FAR * CELLS + 1 }, (_, cell) => this.#most - law(cell / CELLS));
  }

  /**
   * Fills the row of a plane that begins at `row`.
   * @param values arguments of the row's pixels; `more` is added to each, and the sum is not negative
   */
  fill(plane: Uint8Array | Uint16Array, row: number, values: Float64Array, more = 0): void {
    const most = this.#most;
    const thresholds = this.#thresholds;
    const steps = this.#steps;
    for (let x = 0; x < values.length; x++) {
      const argument = values[x]! + more;
      let step = steps[(Math.min(argument, FAR) * CELLS) | 0]!;
      while (argument >= thresholds[step]!) step++;
      plane[row + x] = most - step;
    }
  }
}

const smallestBelow = (law: (argument: number) => number, value: number): number => {
  let [above, below] = [0, FAR];
  for (;;) {
    const between = (above + below) / 2;
    // No number lies between them.
    if (between === above || between === below) return below;
    if (law(between) < value) below = between;
    else above = between;
  }
};

/** Rows of a plane, `rows` of them from `firstRow` on; reuses the memory of `spent` where given. */
export type PlaneRows = (
  firstRow: number,
  rows: number,
  spent?: Uint8Array | Uint16Array,
) => Promise<Uint8Array | Uint16Array>;

/** Rows of a plane that `fill` writes: from `row` on in the plane, those of the plane's row `y`. */
export const planeByRows =
  (width: number, bits: 8 | 16, fill: (plane: Uint8Array | Uint16Array, row: number, y: number) => void): PlaneRows =>
  async (firstRow, rows, spent) => {
    const size = width * rows;
    const plane = spent?.subarray(0, size) ?? (bits === 16 ? new Uint16Array(size) : new Uint8Array(size));
    const slice = new TimeSlice();
    for (let y = 0; y < rows; y++) {
      fill(plane, y * width, firstRow + y);
      if (slice.spent) await slice.renew();
    }
    return plane;
  };
