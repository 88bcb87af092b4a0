/** Prefixes at every column by the three kernels of the paper (Perrot et al. 2011, V.A). */
import type { Executor, Space } from '../../compute/executor.js';
import { Recording } from '../../compute/recording.js';
import { addSumsToPrefixes } from '../kernels/add_sums_to_prefixes.js';
import { BLOCK_WORDS, blockPrefixes } from '../kernels/block_prefixes.js';
import { scanBlockSums } from '../kernels/scan_block_sums.js';
import { BLOCK_COLUMNS, G } from '../kernels/shared/layout.js';
import type { Chunk } from './chunks.js';

/**
 * Fills the prefixes of `chunks`, whose stride is 1: sums within blocks of a row, a scan of the blocks' sums, and the sums of
 * the blocks before added to every entry.
 * @param stored planes of intensities in the samples, a mask among them
 */
export const sumDense = async (
  executor: Executor,
  space: Space,
  geometry: Uint32Array,
  chunks: readonly Chunk[],
  stored: number,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const blocks = Math.ceil(geometry[G.entries]! / BLOCK_COLUMNS);
  const most = Math.max(...chunks.map(({ rows }) => rows));
  const block_sums = await space.buffer('snake.block_sums', stored * most * blocks * BLOCK_WORDS);
  try {
    const recording = new Recording();
    for (const { rows, geometry, samples, prefixes } of chunks) {
      recording
        .dispatch(blockPrefixes, { geometry, samples, prefixes, block_sums }, [blocks, rows, stored])
        .dispatch(scanBlockSums, { geometry, block_sums }, [rows, stored, 1])
        .dispatch(addSumsToPrefixes, { geometry, block_sums, prefixes }, [blocks, rows, stored]);
    }
    await executor.submit(recording, signal);
  } finally {
    block_sums.destroy();
  }
};
