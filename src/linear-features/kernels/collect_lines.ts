import { defineKernel } from '../../compute/recording.js';
import { P } from './shared/part-words.js';
import { rowWords } from './shared/thinning-words.js';

/**
 * Lists the pixels that are set, in row order: y·width + x, and the strength, with bit 31 for `strong`. `starts` has, for each row, the number of
 * pixels in the rows before it. One workgroup per row.
 */
export const collectLines = defineKernel({
  name: 'collect_lines',
  wgsl: () => import('../../wgsl/linear-features/collect_lines.wgsl'),
  bindings: [
    { name: 'part', access: 'uniform' },
    { name: 'response', access: 'read' },
    { name: 'pixels', access: 'read' },
    { name: 'strong', access: 'read' },
    { name: 'starts', access: 'read' },
    { name: 'skeleton', access: 'read-write' },
  ],
  cpu: ({ part, response, pixels, strong, starts, skeleton }) => {
    const width = part[P.width]!;
    const columns = rowWords(width);
    return (row) => {
      let to = 2 * starts[row]!;
      const first = (part[P.y]! + row) * part[P.stride]! + part[P.x]!;
      for (let word = 0; word < 2 * columns; word++) {
        let bits = pixels[2 * row * columns + word]! & 0x5555_5555;
        for (; bits !== 0; bits &= bits - 1) {
          const x = 16 * word + ((31 - Math.clz32(bits & -bits)) >> 1);
          const isStrong = (strong[row * columns + (x >> 5)]! >>> (x & 31)) & 1;
          skeleton[to] = row * width + x;
          skeleton[to + 1] = ((response[first + x]! >>> 6) | (isStrong << 31)) >>> 0;
          to += 2;
        }
      }
    };
  },
});
