import { defineKernel } from '../../compute/recording.js';
import { double64 } from '../../core/numbers/wide.js';
import { BLOCK_WORDS, putSums } from './block_prefixes.js';
import { BLOCK_COLUMNS, G } from './shared/layout.js';

/**
 * Last of the paper's three kernels for dense prefixes (Perrot et al. 2011, V.A): adds to every entry the sums of the
 * blocks before its own. Group (block, row, plane).
 */
export const addSumsToPrefixes = defineKernel({
  name: 'add_sums_to_prefixes',
  wgsl: () => import('../../wgsl/snake/add_sums_to_prefixes.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'block_sums', access: 'read' },
    { name: 'prefixes', access: 'read-write' },
  ],
  cpu: ({ geometry, block_sums, prefixes }) => {
    const rows = geometry[G.rows]!;
    const entries = geometry[G.entries]!;
    const entryWords = geometry[G.entryWords]!;
    const blocks = Math.ceil(entries / BLOCK_COLUMNS);
    return (block, row, plane) => {
      const line = plane * rows + row;
      const from = (line * blocks + block) * BLOCK_WORDS;
      const s = block_sums[from]!;
      const q = double64(block_sums, from + 1);
      const end = Math.min(entries, (block + 1) * BLOCK_COLUMNS);
      for (let k = block * BLOCK_COLUMNS; k < end; k++) {
        const at = (line * entries + k) * entryWords;
        const ownQ = entryWords === 3 ? double64(prefixes, at + 1) : prefixes[at + 1]!;
        putSums(prefixes, at, entryWords, s + prefixes[at]!, q + ownQ);
      }
    };
  },
});
