/** The palette cell of a pixel, from up to three axes of 8 bits. */
import type { Samples } from '../samples.js';
import { cellOf } from './palette.js';
import { weighted } from './statistics.js';
import type { Affine } from './transform.js';

/** The palette cell of a pixel, by its index. */
export const cellAt = (samples: Samples, { planes }: Affine): ((pixel: number) => number) => {
  if (samples.bands === 3 && planes.length === 3) return cellOfThree(samples, planes);
  const [a, b, c] = planes.map(({ weights, offset, scale }) => {
    const value = weighted(samples, weights);
    return (pixel: number): number => byteOf((value(pixel) - offset) * scale);
  });
  const none = (): number => 0;
  const [first, second, third] = [a ?? none, b ?? none, c ?? none];
  return (pixel) => cellOf(first(pixel), second(pixel), third(pixel));
};

/** The usual case, colours on their three axes; the same arithmetic without a call for each axis. */
const cellOfThree = ({ data }: Samples, [one, two, three]: Affine['planes']): ((pixel: number) => number) => {
  const [pa = 0, pb = 0, pc = 0] = one!.weights;
  const [qa = 0, qb = 0, qc = 0] = two!.weights;
  const [ra = 0, rb = 0, rc = 0] = three!.weights;
  const { offset: p, scale: ps } = one!;
  const { offset: q, scale: qs } = two!;
  const { offset: r, scale: rs } = three!;
  return (pixel) => {
    const at = 3 * pixel;
    const a = data[at]!;
    const b = data[at + 1]!;
    const c = data[at + 2]!;
    return cellOf(
      byteOf((pa * a + pb * b + pc * c - p) * ps),
      byteOf((qa * a + qb * b + qc * c - q) * qs),
      byteOf((ra * a + rb * b + rc * c - r) * rs),
    );
  };
};

/** The nearest whole number of 8 bits. */
const byteOf = (value: number): number => Math.min(255, Math.max(0, Math.floor(value + 0.5)));
