import type { Words } from '../../../compute/recording.js';
import { W } from '../shared/window.js';
import { START } from './block.js';
import { simd } from './instance.js';
import { inRows } from './rows.js';

/** Coarse pixels that are done at a time. */
const COLUMNS = 512;
/** Bytes of a row of them with one on either side and room for a whole group. */
const LENGTH = 4 * (COLUMNS + 8);

/** `add_coarser` in SIMD; `undefined` where there is none. */
export const addCoarserSimd = ({ window, coarser, response }: Words<'window' | 'coarser' | 'response'>) => {
  const run = simd();
  if (!run) return undefined;
  const fineWidth = window[W.width]!;
  const fineHeight = window[W.height]!;
  const width = (fineWidth + 1) >> 1;
  const height = (fineHeight + 1) >> 1;
  const { buffer } = run.memory;
  const [near, far, blend, words] = [START, START + LENGTH, START + 2 * LENGTH, START + 3 * LENGTH] as const;
  const nearRow = new Uint32Array(buffer, near, COLUMNS + 2);
  const farRow = new Uint32Array(buffer, far, COLUMNS + 2);
  const own = new Uint32Array(buffer, words, 2 * COLUMNS);

  /** Coarse pixels [x − 1, x + columns + 1) of row y, the outermost again beside them. */
  const load = (row: Uint32Array, x: number, y: number, columns: number): void => {
    const from = Math.max(0, x - 1);
    const to = Math.min(width, x + columns + 1);
    row.set(coarser.subarray(y * width + from, y * width + to), from - x + 1);
    if (x === 0) row[0] = row[1]!;
    if (x + columns === width) row[columns + 1] = row[columns]!;
  };

  return inRows(fineWidth, fineHeight, 1, (from, to) => {
    for (let y = from; y < to; y++) {
      const half = y >> 1;
      for (let x = 0; x < width; x += COLUMNS) {
        const columns = Math.min(COLUMNS, width - x);
        load(nearRow, x, half, columns);
        load(farRow, x, (y & 1) === 1 ? Math.min(half + 1, height - 1) : Math.max(half - 1, 0), columns);
        const first = y * fineWidth + 2 * x;
        const pixels = Math.min(2 * columns, fineWidth - 2 * x);
        own.set(response.subarray(first, first + pixels));
        run.add(near, far, blend, words, pixels);
        response.set(own.subarray(0, pixels), first);
      }
    }
  });
};
