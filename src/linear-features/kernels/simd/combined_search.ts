import type { Words } from '../../../compute/recording.js';
import { type MaximaConstants, SIDE, W } from '../shared/window.js';
import { Block, COLUMNS, HEIGHT, inBlocks } from './block.js';
import { type Simd, simd } from './instance.js';

/** Address of the memory. */
const STEPS = 2048;

/** `combined_search` in SIMD; `undefined` where there is none. */
export const combinedSearchSimd = (
  words: Words<'window' | 'samples' | 'marks' | 'lines'>,
  constants: MaximaConstants,
) => {
  const run = simd();
  return run && inBlocks(linesOf(run, words, constants));
};

const linesOf = (
  run: Simd,
  { window, marks, lines }: Words<'window' | 'samples' | 'marks' | 'lines'>,
  constants: MaximaConstants,
) => {
  const width = window[W.width]!;
  const height = window[W.height]!;
  const halo = constants.halo;
  const h2 = constants.h2;
  const count = constants.h1 - h2;
  const block = new Block(run, marks, width, height, halo);
  const steps = Int32Array.from({ length: constants.orientations * count }, (_, i) =>
    block.step(window[W.offsets + 16 * Math.floor(i / count) + h2 + (i % count)]! | 0, SIDE + 2 * halo),
  );
  const table = new Int32Array(run.memory.buffer, STEPS, steps.length);
  const taken = block.behind(1);
  const out = new Uint32Array(run.memory.buffer, taken, COLUMNS);
  return (x0: number, y0: number): void => {
    const rows = Math.min(HEIGHT, height - y0);
    const columns = Math.min(COLUMNS, width - x0);
    block.load(x0, y0, rows);
    table.set(steps);
    for (let y = 0; y < rows; y++) {
      run.search(block.address + block.first + 4 * y * block.stride, columns, taken, STEPS, count);
      lines.set(out.subarray(0, columns), (y0 + y) * width + x0);
    }
  };
};
