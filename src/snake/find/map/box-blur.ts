/** Values evened out by a square window, thrice: close to a Gaussian. Whole numbers; what lies beyond the edges is what lies on them. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

const PASSES = 3;

/** @param radius of the window, in pixels; 0 gives the values themselves */
export const boxBlur = (values: Uint16Array, { width, height }: Size, radius: number): Uint16Array => {
  if (radius === 0) return values;
  let from = values;
  const across = new Uint16Array(values.length);
  for (let pass = 0; pass < PASSES; pass++) {
    const to = new Uint16Array(values.length);
    for (let y = 0; y < height; y++) blurLine(from, across, y * width, 1, width, radius);
    for (let x = 0; x < width; x++) blurLine(across, to, x, width, height, radius);
    from = to;
  }
  return from;
};

const blurLine = (
  from: Uint16Array,
  to: Uint16Array,
  first: number,
  step: number,
  count: number,
  radius: number,
): void => {
  const at = (i: number): number => from[first + step * Math.min(count - 1, Math.max(0, i))]!;
  const size = 2 * radius + 1;
  let sum = 0;
  for (let i = -radius; i <= radius; i++) sum += at(i);
  for (let i = 0; i < count; i++) {
    to[first + step * i] = Math.floor(sum / size);
    sum += at(i + radius + 1) - at(i - radius);
  }
};
