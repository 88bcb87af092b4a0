/** The palette cell of a pixel, from up to three axes of 8 bits. */
import type { Samples } from '../samples.js';
import { cellOf } from './palette.js';
import { weighted } from './statistics.js';
import type { Affine } from './transform.js';

/** The palette cell of a pixel, by its index. */
export const cellAt = (samples: Samples, { planes }: Affine): ((pixel: number) => number) => {
  const [a, b, c] = planes.map(({ weights, offset, scale }) => {
    const value = weighted(samples, weights);
    return (pixel: number): number => Math.min(255, Math.max(0, Math.floor((value(pixel) - offset) * scale + 0.5)));
  });
  const none = (): number => 0;
  const [first, second, third] = [a ?? none, b ?? none, c ?? none];
  return (pixel) => cellOf(first(pixel), second(pixel), third(pixel));
};
