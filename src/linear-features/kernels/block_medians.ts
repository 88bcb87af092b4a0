import { defineKernel } from '../../compute/recording.js';
import { medianOf } from '../../core/numbers/median.js';
import { BLOCK, NO_MEDIAN, P, samplesOf } from './shared/part-words.js';

/**
 * The upper median of the strengths of each block of a part of a response, one workgroup per block. It takes every other pixel of every
 * other row, if the pixel has a sample; `NO_MEDIAN` where there is none.
 */
export const blockMedians = defineKernel({
  name: 'block_medians',
  wgsl: () => import('../../wgsl/linear-features/block_medians.wgsl'),
  bindings: [
    { name: 'part', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'response', access: 'read' },
    { name: 'medians', access: 'read-write' },
  ],
  cpu: ({ part, samples, response, medians }) => {
    const stored = samplesOf(part, samples);
    const stride = part[P.stride]!;
    const width = part[P.width]!;
    const height = part[P.height]!;
    const corner = part[P.y]! * stride + part[P.x]!;
    const strengths = new Uint32Array((BLOCK / 2) ** 2);
    const columns = Math.ceil(width / BLOCK);
    return (column, row) => {
      const right = Math.min(width, (column + 1) * BLOCK);
      const bottom = Math.min(height, (row + 1) * BLOCK);
      let count = 0;
      for (let y = row * BLOCK; y < bottom; y += 2) {
        const from = corner + y * stride;
        for (let pixel = from + column * BLOCK; pixel < from + right; pixel += 2) {
          if (stored[pixel] !== 0) strengths[count++] = response[pixel]! >>> 6;
        }
      }
      medians[row * columns + column] = count === 0 ? NO_MEDIAN : medianOf(strengths.subarray(0, count));
    };
  },
});
