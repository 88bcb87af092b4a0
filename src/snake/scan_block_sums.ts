import wgsl from '../wgsl/scan_block_sums.wgsl';
import type { Kernel } from '../worker/recording.js';
import { blockColumns, blockWords, putSums } from './block_prefixes.js';
import { G } from './layout.js';

const two32 = 4294967296;

/**
 * Second of the paper's three kernels for dense prefixes (Perrot et al. 2011, V.A): each block's sums become those of
 * all blocks before it in its row. Group (row, plane).
 */
export const scanBlockSums: Kernel = {
  name: 'scan_block_sums',
  wgsl,
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'block_sums', access: 'read-write' },
  ],
  twin: ({ geometry, block_sums }) => {
    const rows = geometry![G.rows]!;
    const blocks = Math.ceil(geometry![G.entries]! / blockColumns);
    return (row, plane) => {
      let s = 0;
      let q = 0;
      for (let block = 0; block < blocks; block++) {
        const at = ((plane * rows + row) * blocks + block) * blockWords;
        const ownS = block_sums![at]!;
        const ownQ = block_sums![at + 1]! + block_sums![at + 2]! * two32;
        putSums(block_sums!, at, blockWords, s, q);
        s += ownS;
        q += ownQ;
      }
    };
  },
};
