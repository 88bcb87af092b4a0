/** Slides of any size with bright discs on a noisy dark ground, written row by row as tiled TIFF pyramids. */
import { open } from 'node:fs/promises';
import { FileSink } from '../../src/cli/work/file-sink.js';
import { writeLabelPyramid } from '../../src/image/formats/tiff/write-labels.js';

/** Pixels between the centres of discs, and their least and largest radius. */
const PITCH = 128;
const RADII = [8, 20] as const;
const ROWS = 256;

/** Each slide has other discs: `seed` says which. */
export const writeSlide = async (path: string, side: number, seed: number): Promise<void> => {
  const file = await open(path, 'w');
  try {
    const rows = rowsOf(side, seed);
    await writeLabelPyramid({ width: side, height: side, bits: 8, rows }, new FileSink(file));
  } finally {
    await file.close();
  }
};

async function* rowsOf(side: number, seed: number): AsyncGenerator<Uint8Array, void> {
  let state = seed;
  for (let y = 0; y < side; y += ROWS) {
    const rows = new Uint8Array(Math.min(ROWS, side - y) * side);
    for (let k = 0; k < rows.length; k++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const [px, py] = [k % side, y + Math.floor(k / side)];
      const [column, row] = [Math.floor(px / PITCH), Math.floor(py / PITCH)];
      const [dx, dy] = [px - column * PITCH - PITCH / 2, py - row * PITCH - PITCH / 2];
      const radius = RADII[0] + ((Math.imul(column * 73 + row * 179 + seed, 2654435761) >>> 0) % (RADII[1] - RADII[0]));
      rows[k] = (dx * dx + dy * dy <= radius * radius ? 150 : 60) + (state >>> 28);
    }
    yield rows;
  }
}
