/** Masks, one byte a pixel: holes filled, what is thinner than a disc taken away. */
import type { Size } from './box-blur.js';
import { squaredDistances } from './distance.js';

/** Mask with the holes of fewer than `most` pixels that do not reach the image's edge. 4 neighbours. */
export const filled = (mask: Uint8Array, { width, height }: Size, most: number): Uint8Array => {
  const out = mask.slice();
  const seen = new Uint8Array(mask.length);
  const hole = new Int32Array(mask.length);
  for (let first = 0; first < mask.length; first++) {
    if (mask[first] || seen[first]) continue;
    let count = 1;
    let open = false;
    hole[0] = first;
    seen[first] = 1;
    const visit = (pixel: number): void => {
      if (mask[pixel] || seen[pixel]) return;
      seen[pixel] = 1;
      hole[count++] = pixel;
    };
    for (let i = 0; i < count; i++) {
      const pixel = hole[i]!;
      const x = pixel % width;
      const y = (pixel - x) / width;
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) open = true;
      if (x > 0) visit(pixel - 1);
      if (x < width - 1) visit(pixel + 1);
      if (y > 0) visit(pixel - width);
      if (y < height - 1) visit(pixel + width);
    }
    if (!open && count < most) for (let i = 0; i < count; i++) out[hole[i]!] = 1;
  }
  return out;
};

/** Morphological opening by a disc: the pixels of all discs of a radius that lie wholly in the mask. */
export const opened = (mask: Uint8Array, size: Size, radius: number): Uint8Array => {
  const deep = squaredDistances(mask, size);
  const around = Uint8Array.from(deep, (squared) => (squared > radius * radius ? 0 : 1));
  return Uint8Array.from(squaredDistances(around, size), (squared) => (squared <= radius * radius ? 1 : 0));
};
