import { defineKernel, type GroupFunction, type Words } from '../../compute/recording.js';
import { itemsOf } from './shared/items.js';
import { unpack } from './shared/tile.js';
import { W } from './shared/window.js';
import { smoothSamplesSimd } from './simd/smooth_samples.js';

const TAPS = [1, 4, 6, 4, 1] as const;

/**
 * Binomial 5 × 5 (1 4 6 4 1, sum 256: a standard deviation of 1 pixel) of what is inside, as 16-bit samples, two a
 * word, after a gain of 2^shift.
 */
export const smoothSamples = defineKernel({
  name: 'smooth_samples',
  wgsl: () => import('../../wgsl/linear-features/smooth_samples.wgsl'),
  bindings: [
    { name: 'window', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'smoothed', access: 'read-write' },
  ],
  cpu: (words) => smoothSamplesSimd(words) ?? smoothSamplesPlain(words),
});

/** The CPU kernel without SIMD. */
export const smoothSamplesPlain = (words: Words<'window' | 'samples' | 'smoothed'>): GroupFunction => {
  const width = words.window[W.width]!;
  const height = words.window[W.height]!;
  const shift = words.window[W.shift]!;
  const samples = unpack(words.samples, words.window[W.bits]!);
  const smoothed = unpack(words.smoothed, 16);
  const columns = new Int32Array(width + 4);
  const pixels = width * height;
  const anyHole = samples.subarray(0, pixels).includes(0);
  const words16 = Math.ceil(pixels / 2);

  const slow = (x: number, y: number): number => {
    if (samples[y * width + x] === 0) return 0;
    let sum = 0;
    let weights = 0;
    for (let j = Math.max(-2, -y); j <= 2 && y + j < height; j++) {
      for (let i = Math.max(-2, -x); i <= 2 && x + i < width; i++) {
        const value = samples[(y + j) * width + x + i]!;
        if (value === 0) continue;
        const weight = TAPS[i + 2]! * TAPS[j + 2]!;
        sum += weight * value;
        weights += weight;
      }
    }
    return Math.max(1, Math.min(0xffff, Math.floor((sum * 2 ** shift) / weights)));
  };

  /** In the five rows around y, columns [left, right). */
  const hasHole = (y: number, left: number, right: number): boolean => {
    for (let row = y - 2; row <= y + 2; row++) {
      if (samples.subarray(row * width + left, row * width + right).includes(0)) return true;
    }
    return false;
  };

  /** Pixels [from, to) of row y. */
  const row = (y: number, from: number, to: number): void => {
    const at = y * width;
    const left = Math.max(0, from - 2);
    const right = Math.min(width, to + 2);
    const edge = y < 2 || y >= height - 2;
    const holes = edge || (anyHole && hasHole(y, left, right));
    for (let x = left; x < right && !holes; x++) {
      const i = at + x;
      columns[x] =
        samples[i - 2 * width]! +
        samples[i + 2 * width]! +
        4 * (samples[i - width]! + samples[i + width]!) +
        6 * samples[i]!;
    }
    for (let x = from; x < to; x++) {
      if (holes || x < 2 || x >= width - 2) {
        smoothed[at + x] = slow(x, y);
        continue;
      }
      const sum = columns[x - 2]! + columns[x + 2]! + 4 * (columns[x - 1]! + columns[x + 1]!) + 6 * columns[x]!;
      // The sum is below 2^24, and the gain at most 8 bits.
      const value = sum >> (8 - shift);
      smoothed[at + x] = Math.min(value, 0xffff);
    }
  };

  return (groupX, groupY) => {
    const [first, last] = itemsOf(groupX, groupY, words16);
    const end = Math.min(2 * last, pixels);
    for (let pixel = 2 * first; pixel < end; ) {
      const y = Math.floor(pixel / width);
      const to = Math.min(end, (y + 1) * width);
      row(y, pixel - y * width, to - y * width);
      pixel = to;
    }
  };
};
