import { naturalExp } from '../../core/numbers/exponential.js';

/**
 * The integer Gaussian filter of cycle two: weight round(64·exp(−r²/2σ²)) at distance r, over a square or cube.
 * The paper gives N_g and σ, and calls σ the variance in its text: `variance` here is σ².
 */
export interface GaussianFilter {
  /** N_g = 2·radius + 1. */
  readonly radius: number;
  readonly dimensions: 2 | 3;
  /** Sum of all weights. At most 11³·64 < 2^17. */
  readonly total: number;
  /**
   * The filter a row at a time. `rowSums[(c << size) | pattern]` is the weighted sum of a row at class c whose 2·radius + 1
   * cells are the bits of `pattern`, lowest x first; rows at offset (dy, dz) have class `rowClass[(dz + radius)·size + dy + radius]`
   * (dz = 0 only, and one line of `rowClass`, in 2D).
   */
  readonly size: number;
  readonly rowSums: Uint32Array;
  readonly rowClass: Uint32Array;
}

/** The filter's weight at a squared distance in cells, 0 to 64, the same on every machine. @param variance in cells squared */
export const weightAt = (squaredDistance: number, variance: number): number =>
  Math.round(64 * naturalExp(-squaredDistance / (2 * variance)));

/** The filter of a side `size` (odd, in cells) over a square or a cube. */
export const gaussianFilter = (size: number, variance: number, dimensions: 2 | 3): GaussianFilter => {
  const radius = (size - 1) / 2;
  const patterns = 2 ** size;
  const depth = dimensions === 3 ? size : 1;
  const classes: number[] = [];
  const rowClass = new Uint32Array(depth * size);
  for (let k = 0; k < rowClass.length; k++) {
    const dy = (k % size) - radius;
    const dz = dimensions === 3 ? Math.floor(k / size) - radius : 0;
    const squared = dy * dy + dz * dz;
    if (!classes.includes(squared)) classes.push(squared);
    rowClass[k] = classes.indexOf(squared);
  }
  const rowSums = new Uint32Array(classes.length * patterns);
  classes.forEach((squared, c) => {
    const weights = Array.from({ length: size }, (_, k) => weightAt(squared + (k - radius) ** 2, variance));
    // Each pattern is one with fewer bits, and its highest.
    for (let k = 0, bit = 1; k < size; k++, bit *= 2)
      for (let rest = 0, at = c * patterns; rest < bit; rest++, at++) rowSums[at + bit] = rowSums[at]! + weights[k]!;
  });
  let total = 0;
  for (const c of rowClass) total += rowSums[c * patterns + patterns - 1]!;
  return { radius, dimensions, total, size, rowSums, rowClass };
};
