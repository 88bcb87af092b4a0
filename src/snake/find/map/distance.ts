/** Distances to what a mask leaves out: A. Meijster, J. Roerdink, W. Hesselink, A general algorithm for computing distance transforms in linear time (2000). */
import type { Size } from './box-blur.js';

/** Beyond any distance of an image, and beyond any squared one. */
const FAR_AWAY = 2 ** 20;
const FAR = FAR_AWAY ** 2;

/** Squared distance of each pixel to the nearest that is not in the mask, in whole numbers; beyond the edges all is mask. */
export const squaredDistances = (mask: Uint8Array, { width, height }: Size): Float64Array => {
  const columns = columnDistances(mask, width, height);
  const distances = new Float64Array(mask.length);
  const line = new Line(width);
  for (let row = 0; row < mask.length; row += width) {
    for (let x = 0; x < width; ) {
      if (mask[row + x] === 0) {
        x++;
        continue;
      }
      let end = x + 1;
      while (end < width && mask[row + end] !== 0) end++;
      line.transform(columns, distances, row, x, end, width);
      x = end;
    }
  }
  return distances;
};

/** Distances along each column alone. */
const columnDistances = (mask: Uint8Array, width: number, height: number): Int32Array => {
  const distances = new Int32Array(mask.length);
  for (let x = 0; x < width; x++) distances[x] = mask[x] ? FAR_AWAY : 0;
  for (let i = width; i < mask.length; i++) {
    distances[i] = mask[i] ? Math.min(FAR_AWAY, distances[i - width]! + 1) : 0;
  }
  for (let i = width * (height - 1) - 1; i >= 0; i--) {
    const below = distances[i + width]! + 1;
    if (below < distances[i]!) distances[i] = below;
  }
  return distances;
};

/** The lower envelope of the parabolas of a row's columns. */
class Line {
  /** Columns whose parabolas are lowest somewhere, from left to right, and from where on each is. */
  readonly #columns: Int32Array;
  readonly #from: Float64Array;

  constructor(longest: number) {
    this.#columns = new Int32Array(longest);
    this.#from = new Float64Array(longest + 1);
  }

  /** Pixels from `first` to before `end` of the mask: what lies beyond the pixels next to them, which are not in the mask, is not nearer. */
  transform(of: Int32Array, to: Float64Array, row: number, first: number, end: number, width: number): void {
    const [columns, from] = [this.#columns, this.#from];
    const start = first > 0 ? first - 1 : first;
    const stop = end < width ? end + 1 : end;
    let last = 0;
    columns[0] = start;
    from[0] = Number.NEGATIVE_INFINITY;
    for (let i = start + 1; i < stop; i++) {
      const high = of[row + i]! ** 2 + i * i;
      let cut = crossing(of, row, columns[last]!, high, i);
      while (cut <= from[last]!) cut = crossing(of, row, columns[--last]!, high, i);
      columns[++last] = i;
      from[last] = cut;
    }
    from[last + 1] = Number.POSITIVE_INFINITY;
    for (let i = first, k = 0; i < end; i++) {
      while (from[k + 1]! < i) k++;
      const column = columns[k]!;
      to[row + i] = Math.min(FAR, (i - column) ** 2 + of[row + column]! ** 2);
    }
  }
}

/** Position at which the parabola of a column falls below that of one left of it. */
const crossing = (of: Int32Array, row: number, left: number, high: number, right: number): number =>
  (high - of[row + left]! ** 2 - left * left) / (2 * (right - left));
