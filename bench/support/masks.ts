/** Masks of pixels and how well two agree. */
import type { Rect, Samples } from '../../src/image/samples.js';
import type { Position } from '../../src/worker/algorithm.js';

export interface Mask {
  readonly width: number;
  readonly height: number;
  /** 1 inside. */
  readonly data: Uint8Array;
}

/** Where the first band satisfies `inside`, within `rect` if given. */
export function maskOf(
  { width, height, bands, data }: Samples,
  inside: (value: number) => boolean,
  rect: Rect = { x: 0, y: 0, width, height },
): Mask {
  const mask = new Uint8Array(width * height);
  for (let y = rect.y; y < rect.y + rect.height; y++) {
    for (let x = rect.x; x < rect.x + rect.width; x++) {
      const pixel = y * width + x;
      if (inside(data[pixel * bands]!)) mask[pixel] = 1;
    }
  }
  return { width, height, data: mask };
}

/** Pixels whose centres the rings wind round an odd number of times. */
export function maskOfRings(rings: readonly (readonly Position[])[], width: number, height: number): Mask {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const crossings = rings.flatMap((ring) => crossingsOf(ring, y + 0.5)).sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const from = Math.max(0, Math.ceil(crossings[i]! - 0.5));
      const to = Math.min(width, Math.ceil(crossings[i + 1]! - 0.5));
      if (to > from) data.fill(1, y * width + from, y * width + to);
    }
  }
  return { width, height, data };
}

function crossingsOf(ring: readonly Position[], y: number): number[] {
  const crossings: number[] = [];
  for (let i = 0; i + 1 < ring.length; i++) {
    const [x0, y0] = ring[i]!;
    const [x1, y1] = ring[i + 1]!;
    if (y0 < y !== y1 < y) crossings.push(x0 + ((y - y0) * (x1 - x0)) / (y1 - y0));
  }
  return crossings;
}

/** Intersection over union of `found` within the box with the truth; ignored pixels count for neither. */
export function overlap(found: Mask, truth: Mask, { x, y, width, height }: Rect, ignore?: Mask): number {
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
}
