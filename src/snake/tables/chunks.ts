/**
 * Chunks of rows: the part of an image that one binding can hold (Perrot et al. 2011, VI: equal chunks are best). Each has its own samples and
 * prefixes; sums over an edge are the totals over its rows in every chunk.
 */
import type { ExecutorLimits } from '../../compute/executor.js';
import type { DeviceBuffer } from '../../compute/recording.js';
import { G } from '../kernels/shared/layout.js';

/** A range of rows of a domain. */
export interface Rows {
  readonly firstRow: number;
  readonly rows: number;
}

/** Rows of a domain with the buffers that hold them on the device. */
export interface Chunk extends Rows {
  /** The `geometry` buffer of the kernels that read the chunk; the submitter writes it. */
  readonly geometry: DeviceBuffer;
  readonly samples: DeviceBuffer;
  readonly prefixes: DeviceBuffer;
}

/** The minimum number of chunks whose buffers, of at most `bytesPerRow` bytes per row, fit a binding; each has at least one row. */
export const fewestChunks = (height: number, bytesPerRow: number, { binding, buffer }: ExecutorLimits): number =>
  Math.ceil(height / Math.max(1, Math.floor(Math.min(binding, buffer) / bytesPerRow)));

/** `height` rows in `count` chunks whose sizes differ by at most one row. */
export const balancedChunks = (height: number, count: number): readonly Rows[] =>
  Array.from({ length: count }, (_, i) => {
    const firstRow = Math.floor((height * i) / count);
    return { firstRow, rows: Math.floor((height * (i + 1)) / count) - firstRow };
  });

/** The words of `geometry` for the kernels that read one chunk. */
export const chunkGeometry = (geometry: Uint32Array, { firstRow, rows }: Rows): Uint32Array => {
  const words = geometry.slice();
  words[G.firstRow] = firstRow;
  words[G.rows] = rows;
  words[G.adds] = firstRow > 0 ? 1 : 0;
  return words;
};

/** Maximum pixels of a strip. */
const STRIP_PIXELS = 2 ** 20;

/**
 * The rows of a chunk, by default of the whole domain, in strips of whole rows from top to bottom. Planes are
 * computed a strip at a time, so that the planes and the tables made from them are never both whole in memory.
 */
export const stripsOf = (
  { width, height }: { readonly width: number; readonly height: number },
  { firstRow, rows }: Rows = { firstRow: 0, rows: height },
): readonly Rows[] => {
  const step = Math.max(1, Math.floor(STRIP_PIXELS / width));
  return Array.from({ length: Math.ceil(rows / step) }, (_, i) => ({
    firstRow: firstRow + i * step,
    rows: Math.min(step, rows - i * step),
  }));
};
