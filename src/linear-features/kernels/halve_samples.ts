import { defineKernel, type GroupFunction, type Words } from '../../compute/recording.js';
import { itemsOf } from './shared/items.js';
import { unpack } from './shared/tile.js';
import { W } from './shared/window.js';
import { halveSamplesSimd } from './simd/halve_samples.js';

/** The next coarser scale: means of 2 × 2 samples of what is inside, rounded, as 16-bit samples, two a word. */
export const halveSamples = defineKernel({
  name: 'halve_samples',
  wgsl: () => import('../../wgsl/linear-features/halve_samples.wgsl'),
  bindings: [
    { name: 'window', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'halved', access: 'read-write' },
  ],
  cpu: (words) => halveSamplesSimd(words) ?? halveSamplesPlain(words),
});

/** The CPU kernel without SIMD. */
export const halveSamplesPlain = (words: Words<'window' | 'samples' | 'halved'>): GroupFunction => {
  const fineWidth = words.window[W.width]!;
  const fineHeight = words.window[W.height]!;
  const samples = unpack(words.samples, words.window[W.bits]!);
  const halved = unpack(words.halved, 16);
  const width = (fineWidth + 1) >> 1;
  const pixels = width * ((fineHeight + 1) >> 1);
  return (groupX, groupY) => {
    const [first, last] = itemsOf(groupX, groupY, Math.ceil(pixels / 2));
    for (let pixel = 2 * first; pixel < Math.min(2 * last, pixels); pixel++) {
      const y = 2 * Math.floor(pixel / width);
      const x = 2 * (pixel % width);
      const at = y * fineWidth + x;
      const right = x + 1 < fineWidth;
      const below = y + 1 < fineHeight;
      const a = samples[at]!;
      const b = right ? samples[at + 1]! : 0;
      const c = below ? samples[at + fineWidth]! : 0;
      const d = right && below ? samples[at + fineWidth + 1]! : 0;
      const n = 4 - (((a - 1) >>> 31) + ((b - 1) >>> 31) + ((c - 1) >>> 31) + ((d - 1) >>> 31));
      const sum = a + b + c + d + (n >> 1);
      halved[pixel] = n === 4 ? sum >> 2 : n === 0 ? 0 : Math.floor(sum / n);
    }
  };
};
