import type { Words } from '../../../compute/recording.js';
import { unpack } from '../shared/tile.js';
import { W } from '../shared/window.js';
import { START } from './block.js';
import { simd } from './instance.js';
import { inRows } from './rows.js';

/** Coarse pixels that are done at a time. */
const COLUMNS = 512;

/** `halve_samples` in SIMD; `undefined` where there is none. */
export const halveSamplesSimd = ({ window, samples, halved }: Words<'window' | 'samples' | 'halved'>) => {
  const run = simd();
  if (!run) return undefined;
  const fineWidth = window[W.width]!;
  const fineHeight = window[W.height]!;
  const width = (fineWidth + 1) >> 1;
  const fine = unpack(samples, window[W.bits]!);
  const coarse = unpack(halved, 16);
  const { buffer } = run.memory;
  const [top, bottom] = [START, START + 4 * COLUMNS];
  const out = bottom + 4 * COLUMNS;
  const lines = [new Uint16Array(buffer, top, 2 * COLUMNS), new Uint16Array(buffer, bottom, 2 * COLUMNS)] as const;
  const means = new Uint16Array(buffer, out, COLUMNS);
  return inRows(width, (fineHeight + 1) >> 1, 2, (from, to) => {
    for (let y = from; y < to; y++) {
      for (let x = 0; x < width; x += COLUMNS) {
        const columns = Math.min(COLUMNS, width - x);
        const right = Math.min(fineWidth, 2 * (x + columns));
        lines.forEach((line, j) => {
          const row = (2 * y + j) * fineWidth;
          const inside = 2 * y + j < fineHeight ? right - 2 * x : 0;
          if (inside > 0) line.set(fine.subarray(row + 2 * x, row + right));
          if (inside < 2 * columns) line.fill(0, inside);
        });
        run.halve(top, bottom, out, columns);
        coarse.set(means.subarray(0, columns), y * width + x);
      }
    }
  });
};
