/** The threshold that parts values best into two classes: N. Otsu, IEEE Trans. Syst. Man Cybern. 9 (1979) 62–66. */

/** A threshold, and how well it parts the values. */
export interface TwoClasses {
  /** Values above it are of the upper class. */
  readonly threshold: number;
  /** Share of the values' variance that lies between the classes: 0 to 1. */
  readonly separability: number;
  /** Share of the pixels in the upper class. */
  readonly upper: number;
}

/** Low bits of a value that bins ignore: 1,024 bins. */
const SHIFT = 6;
const BINS = 65536 >> SHIFT;

/** `undefined` where all values are in one bin. Pixels that `missing` flags do not count. */
export const twoClasses = (values: Uint16Array, missing?: Uint8Array): TwoClasses | undefined => {
  const histogram = new Int32Array(BINS);
  if (missing) for (let i = 0; i < values.length; i++) histogram[values[i]! >> SHIFT]! += missing[i] ? 0 : 1;
  else for (let i = 0; i < values.length; i++) histogram[values[i]! >> SHIFT]!++;
  let [count, sum, squares] = [0, 0, 0];
  for (let bin = 0; bin < BINS; bin++) {
    count += histogram[bin]!;
    sum += histogram[bin]! * bin;
    squares += histogram[bin]! * bin * bin;
  }
  let [below, sumBelow, best, at] = [0, 0, 0, -1];
  for (let bin = 0; bin + 1 < BINS; bin++) {
    below += histogram[bin]!;
    sumBelow += histogram[bin]! * bin;
    if (below === 0 || below === count) continue;
    const difference = sumBelow / below - (sum - sumBelow) / (count - below);
    const between = below * (count - below) * difference * difference;
    if (between > best) [best, at] = [between, bin];
  }
  if (at < 0) return undefined;
  let lower = 0;
  for (let bin = 0; bin <= at; bin++) lower += histogram[bin]!;
  return {
    threshold: ((at + 1) << SHIFT) - 1,
    separability: best / count / (squares - (sum * sum) / count),
    upper: 1 - lower / count,
  };
};
