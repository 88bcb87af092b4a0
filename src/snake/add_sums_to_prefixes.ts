import wgsl from '../wgsl/add_sums_to_prefixes.wgsl';
import type { Kernel } from '../worker/recording.js';
import { blockColumns, blockWords, putSums } from './block_prefixes.js';
import { G } from './layout.js';

const two32 = 4294967296;

/**
 * Last of the paper's three kernels for dense prefixes (Perrot et al. 2011, V.A): adds to every entry the sums of the
 * blocks before its own. Group (block, row, plane).
 */
export const addSumsToPrefixes: Kernel = {
  name: 'add_sums_to_prefixes',
  wgsl,
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'block_sums', access: 'read' },
    { name: 'prefixes', access: 'read-write' },
  ],
  twin: ({ geometry, block_sums, prefixes }) => {
    const rows = geometry![G.rows]!;
    const entries = geometry![G.entries]!;
    const entryWords = geometry![G.entryWords]!;
    const blocks = Math.ceil(entries / blockColumns);
    return (block, row, plane) => {
      const line = plane * rows + row;
      const from = (line * blocks + block) * blockWords;
      const s = block_sums![from]!;
      const q = block_sums![from + 1]! + block_sums![from + 2]! * two32;
      const end = Math.min(entries, (block + 1) * blockColumns);
      for (let k = block * blockColumns; k < end; k++) {
        const at = (line * entries + k) * entryWords;
        const ownQ = prefixes![at + 1]! + (entryWords === 3 ? prefixes![at + 2]! * two32 : 0);
        putSums(prefixes!, at, entryWords, s + prefixes![at]!, q + ownQ);
      }
    };
  },
};
