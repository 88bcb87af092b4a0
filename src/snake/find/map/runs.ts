/** Runs of a mask's pixels, and the connected parts that they are of. */
import type { Size } from './box-blur.js';

/** Runs of pixels along rows, row by row. */
export interface Runs {
  /** First pixel of each, and the one behind its last. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Representative run of the part of each run, the same for all runs of a part. 4 neighbours. */
  readonly parts: readonly number[];
}

/** Runs of the pixels of a mask that have the flag. @param mask one byte a pixel, 0 or 1 */
export const runsOf = (mask: Uint8Array, { width, height }: Size, flag: 0 | 1): Runs => {
  const starts: number[] = [];
  const ends: number[] = [];
  const parts: number[] = [];
  const partOf = (run: number): number => {
    let at = run;
    while (parts[at] !== at) at = parts[at] = parts[parts[at]!]!;
    return at;
  };
  for (let y = 0, above = 0; y < height; y++) {
    const here = starts.length;
    const right = (y + 1) * width;
    for (let from = y * width; ; ) {
      while (from < right && mask[from] !== flag) from++;
      if (from === right) break;
      let until = from + 1;
      while (until < right && mask[until] === flag) until++;
      const run = starts.push(from) - 1;
      ends.push(until);
      parts.push(run);
      while (above < here && ends[above]! + width <= from) above++;
      for (let other = above; other < here && starts[other]! + width < until; other++) {
        parts[partOf(run)] = partOf(other);
      }
      from = until;
    }
    above = here;
  }
  for (let run = 0; run < parts.length; run++) parts[run] = partOf(run);
  return { starts, ends, parts };
};
