import type { Words } from '../../../compute/recording.js';
import { stripOffsets } from '../shared/strips.js';
import { TileWindow, unpack } from '../shared/tile.js';
import { type StrengthConstants, W } from '../shared/window.js';
import { Block, COLUMNS, HEIGHT, inBlocks } from './block.js';
import { type Simd, simd } from './instance.js';

/** Address of the memory. */
const LINES = 1024;

/** `line_response` in SIMD; `undefined` where there is none. */
export const lineResponseSimd = (
  words: Words<'window' | 'samples' | 'lines' | 'response'>,
  constants: StrengthConstants,
) => {
  const run = simd();
  return run && inBlocks(strengthsOf(run, words, constants));
};

const strengthsOf = (
  run: Simd,
  { window, samples, lines, response }: Words<'window' | 'samples' | 'lines' | 'response'>,
  constants: StrengthConstants,
) => {
  const tile = new TileWindow(window, samples, constants);
  const { width, height, halo, orientations } = tile;
  const reach = constants.reach;
  const shift = window[W.shift]!;
  const block = new Block(run, unpack(samples, window[W.bits]!), width, height, halo);
  const { address, first, stride } = block;
  const count = 2 * reach + 1;
  const table = Int32Array.from(
    stripOffsets(tile, reach, stride).flatMap(({ along, side }) => [...along, side]),
    (offset) => 2 * offset,
  );
  const [sums, best, labels, given] = [1, 2, 3, 4].map((planes) => block.behind(planes)) as [
    number,
    number,
    number,
    number,
  ];
  const { buffer } = run.memory;
  const taken = given + 4 * COLUMNS;
  const linesIn = new Uint32Array(buffer, given, COLUMNS);
  const wordsOut = new Uint32Array(buffer, taken, COLUMNS);
  const scoreBeside = (from: number, to: number): void =>
    run.scoreBeside(address, best, labels, from, to, LINES, orientations, count);

  return (x0: number, y0: number): void => {
    const rows = Math.min(HEIGHT, height - y0);
    const columns = Math.min(COLUMNS, width - x0);
    block.load(x0, y0, rows);
    const holes = block.holed(x0, y0, -halo, rows + halo);
    new Int32Array(buffer, LINES, table.length).set(table);
    run.coarsen(address, block.length, shift);
    if (!holes) {
      const last = first + 2 * ((rows - 1) * stride + columns);
      const margin = 2 * (halo - reach) * (stride + 1);
      run.score(address, sums, best, labels, first, last, margin, LINES, orientations, count);
    }
    const before = Math.min(columns, Math.max(0, halo - x0));
    const behind = Math.max(0, Math.min(columns, width - halo - x0));
    for (let y = 0; y < rows; y++) {
      const at = first + 2 * y * stride;
      if (holes || y0 + y < halo || y0 + y >= height - halo) scoreBeside(at, at + 2 * columns);
      else {
        scoreBeside(at, at + 2 * before);
        scoreBeside(at + 2 * behind, at + 2 * columns);
      }
      const pixel = (y0 + y) * width + x0;
      linesIn.set(lines.subarray(pixel, pixel + columns));
      run.respond(address + at, best + at, labels + at, given, taken, columns);
      response.set(wordsOut.subarray(0, columns), pixel);
    }
  };
};
