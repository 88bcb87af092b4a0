/**
 * Chunks of rows: what of an image one binding holds (Perrot et al. 2011, VI: equal chunks do best). Each has samples and
 * prefixes of its own; sums over an edge are those over its rows in every chunk.
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
  /** Buffer that the kernels which read the chunk take as their `geometry`: whoever submits writes it. */
  readonly geometry: DeviceBuffer;
  readonly samples: DeviceBuffer;
  readonly prefixes: DeviceBuffer;
}

/** Fewest chunks whose buffers of at most `bytesPerRow` bytes a row fit a binding; one row a chunk at the least. */
export const fewestChunks = (height: number, bytesPerRow: number, { binding, buffer }: ExecutorLimits): number =>
  Math.ceil(height / Math.max(1, Math.floor(Math.min(binding, buffer) / bytesPerRow)));

/** `height` rows in `count` chunks that differ by a row at most. */
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

/** Most pixels of a strip. */
const STRIP_PIXELS = 2 ** 20;

/**
 * The rows of a chunk, all of the domain's where none is given, in strips of whole rows from the top to the bottom. Planes are
 * worked out a strip at a time, so that they are never whole beside the tables made of them.
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
