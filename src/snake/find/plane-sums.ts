/** A plane of whole numbers, as the snake's models see it. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly values: Uint8Array | Uint16Array;
  /** 1 for a pixel without data. */
  readonly missing?: Uint8Array | undefined;
}

/** Counts, sums and sums of squares over any rectangle, from one look at each pixel. */
export class PlaneSums {
  readonly #stride: number;
  readonly #tables: readonly [Float64Array, Float64Array, Float64Array];

  constructor({ width, height, values, missing }: Plane) {
    const stride = width + 1;
    const table = (): Float64Array => new Float64Array(stride * (height + 1));
    const [counts, sums, squares] = [table(), table(), table()];
    for (let y = 0, pixel = 0, at = stride; y < height; y++, at++) {
      let [n, s, q] = [0, 0, 0];
      for (let x = 0; x < width; x++, pixel++) {
        if (!missing?.[pixel]) {
          const value = values[pixel]!;
          n++;
          s += value;
          q += value * value;
        }
        at++;
        counts[at] = counts[at - stride]! + n;
        sums[at] = sums[at - stride]! + s;
        squares[at] = squares[at - stride]! + q;
      }
    }
    this.#stride = stride;
    this.#tables = [counts, sums, squares];
  }

  /** Over the pixels with data of [left, right) × [top, bottom): how many, their sum, and that of their squares. */
  within(left: number, top: number, right: number, bottom: number): readonly [number, number, number] {
    const [above, below] = [top * this.#stride, bottom * this.#stride];
    const of = (table: Float64Array): number =>
      table[below + right]! - table[above + right]! - table[below + left]! + table[above + left]!;
    const [counts, sums, squares] = this.#tables;
    return [of(counts), of(sums), of(squares)];
  }
}
