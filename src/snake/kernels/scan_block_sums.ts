import { defineKernel } from '../../compute/recording.js';
import { double64 } from '../../core/numbers/wide.js';
import { BLOCK_WORDS, putSums } from './block_prefixes.js';
import { BLOCK_COLUMNS, G } from './shared/layout.js';

/**
 * Second of the paper's three kernels for dense prefixes (Perrot et al. 2011, V.A): each block's sums become those of
 * all blocks before it in its row. Group (row, plane).
 */
export const scanBlockSums = defineKernel({
  name: 'scan_block_sums',
  wgsl: () => import('../../wgsl/snake/scan_block_sums.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'block_sums', access: 'read-write' },
  ],
  cpu: ({ geometry, block_sums }) => {
    const rows = geometry[G.rows]!;
    const blocks = Math.ceil(geometry[G.entries]! / BLOCK_COLUMNS);
    return (row, plane) => {
      let s = 0;
      let q = 0;
      for (let block = 0; block < blocks; block++) {
        const at = ((plane * rows + row) * blocks + block) * BLOCK_WORDS;
        const ownS = block_sums[at]!;
        const ownQ = double64(block_sums, at + 1);
        putSums(block_sums, at, BLOCK_WORDS, s, q);
        s += ownS;
        q += ownQ;
      }
    };
  },
});
