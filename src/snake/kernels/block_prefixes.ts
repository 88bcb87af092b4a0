import { defineKernel } from '../../compute/recording.js';
import { store64 } from '../../core/numbers/wide.js';
import { BLOCK_COLUMNS, G } from './shared/layout.js';
import { sampleReader } from './shared/sample-reader.js';

/** Words of a block's sums: Σz, and Σz² low and high. */
export const BLOCK_WORDS = 3;

/**
 * First of the paper's three kernels for dense prefixes (Perrot et al. 2011, V.A): sums within blocks of a row. Entry k
 * of a row holds the sums over the columns from its block's first to k − 1; the layout is that of `strided_prefixes`
 * with stride 1. Group (block, row, plane). `block_sums`: the whole block's, (line·blocks + block)·3.
 */
export const blockPrefixes = defineKernel({
  name: 'block_prefixes',
  wgsl: () => import('../../wgsl/snake/block_prefixes.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'prefixes', access: 'read-write' },
    { name: 'block_sums', access: 'read-write' },
  ],
  cpu: ({ geometry, samples, prefixes, block_sums }) => {
    const width = geometry[G.width]!;
    const rows = geometry[G.rows]!;
    const entries = geometry[G.entries]!;
    const entryWords = geometry[G.entryWords]!;
    const blocks = Math.ceil(entries / BLOCK_COLUMNS);
    const { values, pitch } = sampleReader(geometry, samples);
    return (block, row, plane) => {
      const line = plane * rows + row;
      let s = 0;
      let q = 0;
      const end = Math.min(entries, (block + 1) * BLOCK_COLUMNS);
      for (let k = block * BLOCK_COLUMNS; k < end; k++) {
        putSums(prefixes, (line * entries + k) * entryWords, entryWords, s, q);
        const z = k < width ? values[line * pitch + k]! : 0;
        s += z;
        q += z * z;
      }
      putSums(block_sums, (line * blocks + block) * BLOCK_WORDS, BLOCK_WORDS, s, q);
    };
  },
});

/** Σz and Σz² < 2⁵² as `words` words, 2 or 3: of two, Σz² is below 2³². */
export const putSums = (to: Uint32Array, at: number, words: number, s: number, q: number): void => {
  to[at] = s;
  if (words === 3) store64(to, at + 1, q);
  else to[at + 1] = q;
};
