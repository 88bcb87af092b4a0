import type { Words } from '../../../compute/recording.js';
import { unpack } from '../shared/tile.js';
import { W } from '../shared/window.js';
import { Block, COLUMNS, HEIGHT } from './block.js';
import { type Simd, simd } from './instance.js';
import { inRows } from './rows.js';

const HALO = 2;

/** `smooth_samples` in SIMD; `undefined` where there is none. */
export const smoothSamplesSimd = (words: Words<'window' | 'samples' | 'smoothed'>) => {
  const run = simd();
  if (!run) return undefined;
  const width = words.window[W.width]!;
  const block = smoothedOf(run, words);
  return inRows(width, words.window[W.height]!, 2, (from) => {
    for (let x = 0; x < width; x += COLUMNS) block(x, from);
  });
};

const smoothedOf = (run: Simd, { window, samples, smoothed }: Words<'window' | 'samples' | 'smoothed'>) => {
  const width = window[W.width]!;
  const height = window[W.height]!;
  const shift = window[W.shift]!;
  const bits = window[W.bits]!;
  const target = unpack(smoothed, 16);
  const block = new Block(run, unpack(samples, bits), width, height, HALO);
  const sums = block.behind(1);
  const taken = sums + 4 * (COLUMNS + 32);
  const out = new Uint16Array(run.memory.buffer, taken, COLUMNS);
  const stride = 2 * block.stride;
  const smooth = bits === 8 ? run.smooth8 : run.smooth16;
  return (x0: number, y0: number): void => {
    const rows = Math.min(HEIGHT, height - y0);
    const columns = Math.min(COLUMNS, width - x0);
    block.load(x0, y0, rows);
    const holes = block.holed(x0, y0, -HALO, rows + HALO);
    const before = Math.min(columns, Math.max(0, HALO - x0));
    const behind = Math.max(before, Math.min(columns, width - HALO - x0));
    for (let y = 0; y < rows; y++) {
      const row = block.address + block.first + stride * y;
      const edge = y0 + y < HALO || y0 + y >= height - HALO;
      if (edge || (holes && block.holed(x0, y0, y - HALO, y + HALO + 1))) {
        run.smoothBeside(row, stride, taken, 0, columns, shift);
      } else {
        smooth(row, stride, sums, taken, columns, shift);
        run.smoothBeside(row, stride, taken, 0, before, shift);
        run.smoothBeside(row, stride, taken, behind, columns, shift);
      }
      target.set(out.subarray(0, columns), (y0 + y) * width + x0);
    }
  };
};
