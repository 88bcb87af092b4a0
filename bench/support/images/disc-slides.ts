/** Slides of any size with bright discs on a noisy dark ground, written row by row as tiled TIFF pyramids. */
import { open } from 'node:fs/promises';
import { FileSink } from '../../../src/cli/work/file-sink.js';
import { writeLabelPyramid } from '../../../src/image/formats/tiff/write-labels.js';

export interface DiscPattern {
  /** Pixels between the centres of discs. */
  readonly pitch: number;
  /** Least and largest radius, in pixels. */
  readonly radii: readonly [least: number, largest: number];
}

const DENSE: DiscPattern = { pitch: 128, radii: [8, 20] };
const ROWS = 256;

/** Each slide has other discs: `seed` says which. */
export const writeSlide = async (path: string, side: number, seed: number, discs = DENSE): Promise<void> => {
  const file = await open(path, 'w');
  try {
    const rows = rowsOf(side, seed, discs);
    await writeLabelPyramid({ width: side, height: side, bits: 8, rows }, new FileSink(file));
  } finally {
    await file.close();
  }
};

async function* rowsOf(
  side: number,
  seed: number,
  { pitch, radii: [least, largest] }: DiscPattern,
): AsyncGenerator<Uint8Array, void> {
  let state = seed;
  for (let y = 0; y < side; y += ROWS) {
    const rows = new Uint8Array(Math.min(ROWS, side - y) * side);
    for (let k = 0; k < rows.length; k++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const [px, py] = [k % side, y + Math.floor(k / side)];
      const [column, row] = [Math.floor(px / pitch), Math.floor(py / pitch)];
      const [dx, dy] = [px - column * pitch - pitch / 2, py - row * pitch - pitch / 2];
      const radius = least + ((Math.imul(column * 73 + row * 179 + seed, 2654435761) >>> 0) % (largest - least));
      rows[k] = (dx * dx + dy * dy <= radius * radius ? 150 : 60) + (state >>> 28);
    }
    yield rows;
  }
}
