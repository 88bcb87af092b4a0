/** Distances to what a mask leaves out: A. Meijster, J. Roerdink, W. Hesselink, A general algorithm for computing distance transforms in linear time (2000). */
import type { Size } from './box-blur.js';
import { type Runs, runsOf } from './runs.js';

/** Beyond any distance of an image, in pixels. */
export const FAR_AWAY = 2 ** 20;
/** Beyond any squared distance. */
export const FAR = FAR_AWAY ** 2;

/** Squared distance of each pixel to the nearest that is not in the mask, in whole numbers; beyond the edges all is mask. */
export const squaredDistances = (mask: Uint8Array, size: Size): Float64Array =>
  distancesIn(runsOf(mask, size, 1), size);

/** The same of a mask by its runs. */
export const distancesIn = (runs: Runs, { width, height }: Size): Float64Array => {
  const columns = columnDistances(runs, width, height);
  const distances = new Float64Array(width * height);
  const line = new Line(width);
  for (let run = 0; run < runs.starts.length; run++) {
    const start = runs.starts[run]!;
    const x = start % width;
    line.transform(columns, distances, start - x, x, x + runs.ends[run]! - start, width);
  }
  return distances;
};

/** Distances along each column alone. */
const columnDistances = ({ starts, ends }: Runs, width: number, height: number): Int32Array => {
  const distances = new Int32Array(width * height);
  for (let run = 0; run < starts.length; run++) {
    const [from, until] = [starts[run]!, ends[run]!];
    if (from < width) distances.fill(FAR_AWAY, from, until);
    else for (let i = from; i < until; i++) distances[i] = Math.min(FAR_AWAY, distances[i - width]! + 1);
  }
  const last = width * (height - 1);
  for (let run = starts.length - 1; run >= 0; run--) {
    const [from, until] = [starts[run]!, ends[run]!];
    if (from >= last) continue;
    for (let i = from; i < until; i++) {
      const below = distances[i + width]! + 1;
      if (below < distances[i]!) distances[i] = below;
    }
  }
  return distances;
};

/** The lower envelope of the parabolas of a row's columns. */
class Line {
  /** Columns of the parabolas in the envelope, from left to right, and the position from which each is lowest. */
  readonly #columns: Int32Array;
  readonly #from: Float64Array;

  constructor(longest: number) {
    this.#columns = new Int32Array(longest);
    this.#from = new Float64Array(longest + 1);
  }

  /** Transforms a run of the mask, from `first` to before `end`. The pixels next to it are not in the mask, so none beyond them is nearer. */
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
