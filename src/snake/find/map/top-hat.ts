/** White top-hat (F. Meyer): values less their opening by a square. Whole numbers. */
import { FREE, type Simd, simd } from '../kernels/simd/instance.js';
import type { Size } from './box-blur.js';

const TOP = 65535;

/**
 * Values less their opening by a square of side 2·`radius` + 1: what is narrower than the square keeps its height above what surrounds
 * it; what is wider goes, and so does uneven light.
 *
 * @param formOf the form in WebAssembly; without it the plain one runs
 */
export const topHat = (
  values: Uint16Array,
  size: Size,
  radius: number,
  formOf: () => Simd | undefined = simd,
): Uint16Array => {
  // The maximum is the minimum of the inverted values.
  const eroded = least(values, size, radius, formOf());
  invert(eroded);
  const ground = least(eroded, size, radius, formOf());
  for (let i = 0; i < ground.length; i++) ground[i] = values[i]! - (TOP - ground[i]!);
  return ground;
};

const invert = (values: Uint16Array): void => {
  for (let i = 0; i < values.length; i++) values[i] = TOP - values[i]!;
};

/** Minimum over the square round each pixel, without pixels beyond the edges. */
const least = (values: Uint16Array, { width, height }: Size, radius: number, form: Simd | undefined): Uint16Array => {
  const [stride, side] = [width + 2 * radius, 2 * radius + 1];
  const count = stride * (height + 2 * radius);
  const room = form?.reserve(2 * count) ? form : undefined;
  const framed = room ? new Uint16Array(room.memory.buffer, FREE, count) : new Uint16Array(count);
  framed.fill(TOP);
  for (let y = 0; y < height; y++) {
    framed.set(values.subarray(y * width, (y + 1) * width), (y + radius) * stride + radius);
  }
  for (const step of [1, stride]) {
    if (room) room.leastAhead(FREE, count, step, side);
    else leastAhead(framed, step, side);
  }
  const to = new Uint16Array(values.length);
  for (let y = 0; y < height; y++) to.set(framed.subarray(y * stride, y * stride + width), y * width);
  return to;
};

/**
 * Minimum of each value and the following ones in a window of `side` values `step` apart, as far as they exist. Windows double in size, as
 * the minimum over two overlapping windows is that over their union.
 */
const leastAhead = (values: Uint16Array, step: number, side: number): void => {
  for (let seen = 1; seen < side; ) {
    const further = Math.min(seen, side - seen);
    const away = further * step;
    for (let i = 0; i + away < values.length; i++) values[i] = Math.min(values[i]!, values[i + away]!);
    seen += further;
  }
};
