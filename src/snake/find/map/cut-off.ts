/** Parts that the edge of the image cuts off: what is seen of them is less than the whole (ALGORITHMS D.7). */
import type { Border } from '../../../algorithm/evidence/box-prior.js';
import type { Size } from './box-blur.js';

/**
 * Flags by label: 1 for a part that reaches an edge of the image.
 *
 * @param labels number of the part of each pixel, 0 for none
 * @param border which sides of the labels are the image's: nothing of a part is known beyond them
 * @param count of labels, with that of none
 */
export const cutOff = (labels: Int32Array, { width, height }: Size, border: Border, count: number): Uint8Array => {
  const cut = new Uint8Array(count);
  const along = (first: number, step: number, pixels: number): void => {
    for (let i = 0, at = first; i < pixels; i++, at += step) cut[labels[at]!] = 1;
  };
  if (border.top) along(0, 1, width);
  if (border.bottom) along(width * (height - 1), 1, width);
  if (border.left) along(0, width, height);
  if (border.right) along(width - 1, width, height);
  cut[0] = 0;
  return cut;
};
