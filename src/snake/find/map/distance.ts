/** Distances to what a mask leaves out: P. Felzenszwalb, D. Huttenlocher, Theory of Computing 8 (2012) 415–428. */
import type { Size } from './box-blur.js';

/** Beyond any squared distance of an image, and exact when one is added to it. */
const FAR = 2 ** 40;

/** Squared distance of each pixel to the nearest that is not in the mask, in whole numbers; beyond the edges all is mask. */
export const squaredDistances = (mask: Uint8Array, { width, height }: Size): Float64Array => {
  const distances = Float64Array.from(mask, (inside) => (inside ? FAR : 0));
  const line = new Line(Math.max(width, height));
  for (let x = 0; x < width; x++) line.transform(distances, x, width, height);
  for (let y = 0; y < height; y++) line.transform(distances, y * width, 1, width);
  return distances;
};

class Line {
  readonly #values: Float64Array;
  /** Columns whose parabolas are lowest somewhere, from left to right, and from where on each is. */
  readonly #columns: Int32Array;
  readonly #from: Float64Array;

  constructor(longest: number) {
    this.#values = new Float64Array(longest);
    this.#columns = new Int32Array(longest);
    this.#from = new Float64Array(longest + 1);
  }

  transform(of: Float64Array, first: number, step: number, count: number): void {
    const [values, columns, from] = [this.#values, this.#columns, this.#from];
    for (let i = 0; i < count; i++) values[i] = of[first + step * i]!;
    let last = 0;
    columns[0] = 0;
    from[0] = Number.NEGATIVE_INFINITY;
    for (let i = 1; i < count; i++) {
      let cut = crossing(values, columns[last]!, i);
      while (cut <= from[last]!) cut = crossing(values, columns[--last]!, i);
      columns[++last] = i;
      from[last] = cut;
    }
    from[last + 1] = Number.POSITIVE_INFINITY;
    for (let i = 0, k = 0; i < count; i++) {
      while (from[k + 1]! < i) k++;
      const column = columns[k]!;
      of[first + step * i] = Math.min(FAR, (i - column) ** 2 + values[column]!);
    }
  }
}

/** Row at which the parabola of a column falls below that of one left of it. */
const crossing = (values: Float64Array, left: number, right: number): number =>
  (values[right]! + right * right - values[left]! - left * left) / (2 * (right - left));
