import type { Rect } from '../../../src/core/geometry/rect.js';
import type { Position } from '../../../src/core/geometry/ring.js';
import { fillSpans, ringSpans } from '../../../src/core/geometry/scanline.js';
import type { Samples } from '../../../src/image/samples.js';

export interface Mask {
  readonly width: number;
  readonly height: number;
  /** 1 inside. */
  readonly data: Uint8Array;
}

/** Mask of the pixels whose first band satisfies `inside`, within `rect` if given. */
export const maskOf = (
  { width, height, bands, data }: Samples,
  inside: (value: number) => boolean,
  rect: Rect = { x: 0, y: 0, width, height },
): Mask => {
  const mask = new Uint8Array(width * height);
  for (let y = rect.y; y < rect.y + rect.height; y++) {
    for (let x = rect.x; x < rect.x + rect.width; x++) {
      const pixel = y * width + x;
      if (inside(data[pixel * bands]!)) mask[pixel] = 1;
    }
  }
  return { width, height, data: mask };
};

/** Pixels whose centres lie inside the rings. */
export const maskOfRings = (rings: readonly (readonly Position[])[], width: number, height: number): Mask => {
  const data = new Uint8Array(width * height);
  fillSpans(data, width, ringSpans(rings, { width, height }), 1);
  return { width, height, data };
};

/** Intersection over union of `found` within the box with the truth; ignored pixels count for neither. */
export const overlap = (found: Mask, truth: Mask, { x, y, width, height }: Rect, ignore?: Mask): number => {
  let both = 0;
  let either = 0;
  for (let i = 0; i < truth.data.length; i++) {
    if (ignore?.data[i]) continue;
    const column = i % truth.width;
    const row = (i - column) / truth.width;
    const inBox = column >= x && column < x + width && row >= y && row < y + height;
    const a = inBox && found.data[i] === 1;
    const b = truth.data[i] === 1;
    if (a && b) both++;
    if (a || b) either++;
  }
  return either === 0 ? 0 : both / either;
};
