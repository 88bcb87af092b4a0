/**
 * Bands of rows: what of an image one binding holds (Perrot et al. 2011, VI: equal bands do best). Each has samples and
 * prefixes of its own; sums over an edge are those over its rows in every band.
 */
import type { ExecutorLimits } from '../worker/executor.js';
import type { DeviceBuffer } from '../worker/recording.js';
import { G } from './layout.js';

export interface Rows {
  readonly firstRow: number;
  readonly rows: number;
}

export interface Band extends Rows {
  /** What the kernels that read the band take as their `geometry`: whoever submits writes it. */
  readonly geometry: DeviceBuffer;
  readonly samples: DeviceBuffer;
  readonly prefixes: DeviceBuffer;
}

/** Fewest bands whose buffers of at most `bytesPerRow` bytes a row fit a binding; one row a band at the least. */
export const fewestBands = (height: number, bytesPerRow: number, { binding, buffer }: ExecutorLimits): number =>
  Math.ceil(height / Math.max(1, Math.floor(Math.min(binding, buffer) / bytesPerRow)));

/** `height` rows in `count` bands that differ by a row at most. */
export const balancedBands = (height: number, count: number): readonly Rows[] =>
  Array.from({ length: count }, (_, i) => {
    const firstRow = Math.floor((height * i) / count);
    return { firstRow, rows: Math.floor((height * (i + 1)) / count) - firstRow };
  });

/** The words of `geometry` for the kernels that read one band. */
export const bandGeometry = (geometry: Uint32Array, { firstRow, rows }: Rows): Uint32Array => {
  const words = geometry.slice();
  words[G.firstRow] = firstRow;
  words[G.rows] = rows;
  words[G.adds] = firstRow > 0 ? 1 : 0;
  return words;
};
