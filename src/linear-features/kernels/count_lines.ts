import { defineKernel } from '../../compute/recording.js';
import { P } from './shared/part-words.js';
import { rowWords } from './shared/thinning-words.js';

/** The number of pixels that are set in each row. One workgroup per row. */
export const countLines = defineKernel({
  name: 'count_lines',
  wgsl: () => import('../../wgsl/linear-features/count_lines.wgsl'),
  bindings: [
    { name: 'part', access: 'uniform' },
    { name: 'pixels', access: 'read' },
    { name: 'counts', access: 'read-write' },
  ],
  cpu: ({ part, pixels, counts }) => {
    const words = 2 * rowWords(part[P.width]!);
    return (row) => {
      let count = 0;
      for (let word = row * words; word < (row + 1) * words; word++) {
        for (let there = pixels[word]! & 0x5555_5555; there !== 0; there &= there - 1) count++;
      }
      counts[row] = count;
    };
  },
});
