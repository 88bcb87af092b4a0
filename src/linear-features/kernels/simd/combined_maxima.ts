import type { Words } from '../../../compute/recording.js';
import { unpack } from '../shared/tile.js';
import { type MaximaConstants, SIDE, W } from '../shared/window.js';
import { Block, COLUMNS, HEIGHT, inBlocks } from './block.js';
import { type Simd, simd } from './instance.js';

/** Address of the memory. */
const STEPS = 2048;

/** `combined_maxima` in SIMD; `undefined` where there is none. */
export const combinedMaximaSimd = (words: Words<'window' | 'samples' | 'marks'>, constants: MaximaConstants) => {
  const run = simd();
  return run && inBlocks(marksOf(run, words, constants));
};

const marksOf = (
  run: Simd,
  { window, samples, marks }: Words<'window' | 'samples' | 'marks'>,
  constants: MaximaConstants,
) => {
  const width = window[W.width]!;
  const height = window[W.height]!;
  const threshold = window[W.threshold]!;
  const ratio = window[W.ratio]!;
  const second = window[W.secondThreshold]!;
  const secondRatio = window[W.secondRatio]!;
  const halo = constants.halo;
  const k = constants.orientations;
  const h1 = constants.h1;
  const h2 = constants.h2;
  const block = new Block(run, unpack(samples, window[W.bits]!), width, height, halo);
  const steps = Int32Array.from({ length: k * h1 }, (_, i) =>
    block.step(window[W.offsets + 16 * Math.floor(i / h1) + (i % h1)]! | 0, SIDE + 2 * halo),
  );
  const table = new Int32Array(run.memory.buffer, STEPS, steps.length);
  const taken = block.behind(1);
  const out = new Uint32Array(run.memory.buffer, taken, COLUMNS);
  return (x0: number, y0: number): void => {
    const rows = Math.min(HEIGHT, height - y0);
    const columns = Math.min(COLUMNS, width - x0);
    block.load(x0, y0, rows);
    const within = x0 >= halo && y0 >= halo && x0 + columns + halo <= width && y0 + rows + halo <= height;
    const whole = within && !block.holed(x0, y0, -halo, rows + halo);
    table.set(steps);
    for (let y = 0; y < rows; y++) {
      const row = block.address + block.first + 2 * y * block.stride;
      run.maxima(row, columns, taken, STEPS, k, h1, h2, whole, threshold, ratio, second, secondRatio);
      marks.set(out.subarray(0, columns), (y0 + y) * width + x0);
    }
  };
};
