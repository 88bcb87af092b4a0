/** Squared distances to the nearest marked cell, exact (Felzenszwalb and Huttenlocher, Theory of Computing 8, 2012). */

/** Squared distance of each cell's centre to that of the nearest cell with a flag; infinite where no cell has one. */
export const squaredDistances = (flags: Uint8Array, width: number, height: number): Float64Array => {
  const far = Float64Array.from(flags, (flag) => (flag === 0 ? Number.POSITIVE_INFINITY : 0));
  const envelope = new Envelope(Math.max(width, height));
  for (let x = 0; x < width; x++) envelope.lower(far, x, width, height);
  for (let y = 0; y < height; y++) envelope.lower(far, y * width, 1, width);
  return far;
};

/** The lower envelope of parabolas along one line of cells. */
class Envelope {
  readonly #values: Float64Array;
  readonly #apex: Int32Array;
  readonly #from: Float64Array;

  constructor(longest: number) {
    this.#values = new Float64Array(longest);
    this.#apex = new Int32Array(longest);
    this.#from = new Float64Array(longest + 1);
  }

  lower(cells: Float64Array, first: number, stride: number, count: number): void {
    const [values, apex, from] = [this.#values, this.#apex, this.#from];
    let last = -1;
    for (let q = 0; q < count; q++) {
      const value = cells[first + q * stride]!;
      values[q] = value;
      if (value === Number.POSITIVE_INFINITY) continue;
      let start = Number.NEGATIVE_INFINITY;
      while (last >= 0) {
        const p = apex[last]!;
        start = (value + q * q - values[p]! - p * p) / (2 * q - 2 * p);
        if (start > from[last]!) break;
        last--;
        start = Number.NEGATIVE_INFINITY;
      }
      last++;
      apex[last] = q;
      from[last] = start;
    }
    if (last < 0) return;
    let k = 0;
    for (let q = 0; q < count; q++) {
      while (k < last && from[k + 1]! < q) k++;
      const p = apex[k]!;
      cells[first + q * stride] = (q - p) * (q - p) + values[p]!;
    }
  }
}

/**
 * How far each cell lies from the outline of the marked ones, in cells: negative inside. Whole domains inside or outside
 * count as `reach` away.
 */
export const outlineDistances = (inside: Uint8Array, width: number, height: number, reach: number): Float64Array => {
  const toInside = squaredDistances(inside, width, height);
  const toOutside = squaredDistances(
    inside.map((flag) => 1 - flag),
    width,
    height,
  );
  return toInside.map((squared, i) => {
    const distance = Math.min(Math.sqrt(inside[i] === 0 ? squared : toOutside[i]!), reach) - 0.5;
    return inside[i] === 0 ? distance : -distance;
  });
};
