/** Masks, one byte a pixel: holes filled, what is thinner than a disc taken away. */
import type { Size } from './box-blur.js';
import { squaredDistances } from './distance.js';

/** Mask with the holes of fewer than `most` pixels that do not reach the image's edge. 4 neighbours. */
export const filled = (mask: Uint8Array, { width, height }: Size, most: number): Uint8Array => {
  const out = mask.slice();
  /** What is in the mask, or was looked at. */
  const seen = mask.slice();
  const hole = new Int32Array(mask.length);
  let count = 0;
  const visit = (pixel: number): void => {
    if (seen[pixel] !== 0) return;
    seen[pixel] = 1;
    hole[count++] = pixel;
  };
  for (let first = 0; first < mask.length; first++) {
    if (seen[first] !== 0) continue;
    let open = false;
    count = 1;
    hole[0] = first;
    seen[first] = 1;
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
  const most = radius * radius;
  const around = new Uint8Array(mask.length);
  for (let i = 0; i < around.length; i++) around[i] = deep[i]! > most ? 0 : 1;
  const away = squaredDistances(around, size);
  for (let i = 0; i < around.length; i++) around[i] = away[i]! <= most ? 1 : 0;
  return around;
};
