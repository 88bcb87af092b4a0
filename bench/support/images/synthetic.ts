/** The synthetic images of the snake's prototype: one object, white Gaussian noise, 16 bits. */
import { Random } from '../../../test/support/random.js';
import type { Mask } from './masks.js';

export const shapes = ['disc', 'star', 'U'] as const;
export type Shape = (typeof shapes)[number];

/** x, y from the middle, in shares of the side. */
const inside: Readonly<Record<Shape, (x: number, y: number) => boolean>> = {
  disc: (x, y) => x * x + y * y < 0.26 * 0.26,
  star: (x, y) => Math.hypot(x, y) < 0.24 * (1 + 0.45 * Math.cos(5 * Math.atan2(y, x) + 0.4)),
  U: (x, y) => Math.abs(x) < 0.3 && Math.abs(y) < 0.3 && !(Math.abs(x) < 0.12 && y < 0.14),
};

export const shapeMask = (shape: Shape, width: number, height = width): Mask => {
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = (column + 0.5) / width - 0.52;
      const y = (row + 0.5) / height - 0.47;
      if (inside[shape](x, y)) data[row * width + column] = 1;
    }
  }
  return { width, height, data };
};

/** Mean 8000 outside, `snr` standard deviations of 1500 more inside. */
export const noisy = (mask: Mask, snr: number, seed: number): Uint16Array => {
  const random = new Random(seed);
  const sigma = 1500;
  const values = new Uint16Array(mask.data.length);
  for (let i = 0; i < values.length; i += 2) {
    // Box and Muller: two normal values from two uniform ones, the first in (0, 1].
    const radius = sigma * Math.sqrt(-2 * Math.log((random.word() + 1) / 2 ** 32));
    const angle = (2 * Math.PI * random.word()) / 2 ** 32;
    for (const [j, value] of [radius * Math.cos(angle), radius * Math.sin(angle)].entries()) {
      if (i + j < values.length) values[i + j] = clamp(8000 + (mask.data[i + j] === 1 ? snr * sigma : 0) + value);
    }
  }
  return values;
};

const clamp = (value: number): number => Math.min(65535, Math.max(0, Math.round(value)));
