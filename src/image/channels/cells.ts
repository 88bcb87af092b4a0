/** The palette cells of pixels, from up to three axes of 8 bits. */
import type { SampleArray, Samples } from '../samples.js';
import { cellOf } from './palette.js';
import { weighted } from './statistics.js';
import type { Affine, AffinePlane } from './transform.js';

/** Gives the cells of the pixels `from` to before `end`, until it is called again. */
export type CellsOf = (from: number, end: number) => Int32Array;

/** The palette cells of runs of pixels. */
export const cellsIn = (samples: Samples, { planes }: Affine): CellsOf => {
  let cells = new Int32Array(0);
  const room = (count: number): Int32Array => {
    if (cells.length < count) cells = new Int32Array(count);
    return cells.subarray(0, count);
  };
  if (samples.bands === 3 && planes.length === 3) {
    const [one, two, three] = planes;
    return (from, end) => cellsOfThree(samples.data, one!, two!, three!, 3 * from, room(end - from));
  }
  const axes = planes.map(({ weights, offset, scale }) => {
    const value = weighted(samples, weights);
    return (pixel: number): number => byteOf((value(pixel) - offset) * scale);
  });
  const none = (): number => 0;
  const [first = none, second = none, third = none] = axes;
  return (from, end) => {
    const out = room(end - from);
    for (let i = 0; i < out.length; i++) out[i] = cellOf(first(from + i), second(from + i), third(from + i));
    return out;
  };
};

/** The usual case, colours on their three axes; the same arithmetic without a call for each axis. */
const cellsOfThree = (
  data: SampleArray,
  first: AffinePlane,
  second: AffinePlane,
  third: AffinePlane,
  start: number,
  out: Int32Array,
): Int32Array => {
  const [pa = 0, pb = 0, pc = 0] = first.weights;
  const [qa = 0, qb = 0, qc = 0] = second.weights;
  const [ra = 0, rb = 0, rc = 0] = third.weights;
  for (let i = 0, at = start; i < out.length; i++, at += 3) {
    const a = data[at]!;
    const b = data[at + 1]!;
    const c = data[at + 2]!;
    const x = byteOf((pa * a + pb * b + pc * c - first.offset) * first.scale);
    const y = byteOf((qa * a + qb * b + qc * c - second.offset) * second.scale);
    const z = byteOf((ra * a + rb * b + rc * c - third.offset) * third.scale);
    out[i] = cellOf(x, y, z);
  }
  return out;
};

/** The nearest whole number of 8 bits. */
const byteOf = (value: number): number => Math.min(255, Math.max(0, Math.floor(value + 0.5)));
