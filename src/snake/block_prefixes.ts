import wgsl from '../wgsl/block_prefixes.wgsl';
import type { Kernel } from '../worker/recording.js';
import { G } from './layout.js';
import { sampleReader } from './sample_reader.js';

/** Columns of a block: one workgroup. */
export const blockColumns = 256;

/** Words of a block's sums: Σz, and Σz² low and high. */
export const blockWords = 3;

const two32 = 4294967296;

/**
 * First of the paper's three kernels for dense prefixes (Perrot et al. 2011, V.A): sums within blocks of a row. Entry k
 * of a row holds the sums over the columns from its block's first to k − 1; the layout is that of `strided_prefixes`
 * with stride 1. Group (block, row, plane). `block_sums`: the whole block's, (line·blocks + block)·3.
 */
export const blockPrefixes: Kernel = {
  name: 'block_prefixes',
  wgsl,
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'prefixes', access: 'read-write' },
    { name: 'block_sums', access: 'read-write' },
  ],
  twin: ({ geometry, samples, prefixes, block_sums }) => {
    const width = geometry![G.width]!;
    const rows = geometry![G.rows]!;
    const entries = geometry![G.entries]!;
    const entryWords = geometry![G.entryWords]!;
    const blocks = Math.ceil(entries / blockColumns);
    const { values, pitch } = sampleReader(geometry!, samples!);
    return (block, row, plane) => {
      const line = plane * rows + row;
      let s = 0;
      let q = 0;
      const end = Math.min(entries, (block + 1) * blockColumns);
      for (let k = block * blockColumns; k < end; k++) {
        putSums(prefixes!, (line * entries + k) * entryWords, entryWords, s, q);
        const z = k < width ? values[line * pitch + k]! : 0;
        s += z;
        q += z * z;
      }
      putSums(block_sums!, (line * blocks + block) * blockWords, blockWords, s, q);
    };
  },
};

/** Σz and Σz² < 2⁵³ as `words` words, 2 or 3. */
export const putSums = (to: Uint32Array, at: number, words: number, s: number, q: number): void => {
  const high = Math.floor(q / two32);
  to[at] = s;
  to[at + 1] = q - high * two32;
  if (words === 3) to[at + 2] = high;
};
