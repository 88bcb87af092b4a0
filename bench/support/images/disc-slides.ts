/** Slides of any size with bright discs on a noisy dark ground, written block by block as tiled TIFF pyramids. */
import { open } from 'node:fs/promises';
import { FileSink } from '../../../src/cli/work/file-sink.js';
import { type LabelWindow, sampleAt } from '../../../src/image/formats/tiff/label-blocks.js';
import { writeLabelPyramid } from '../../../src/image/formats/tiff/write-labels.js';

export interface DiscPattern {
  /** Pixels between the centres of discs. */
  readonly pitch: number;
  /** Least and largest radius, in pixels. */
  readonly radii: readonly [least: number, largest: number];
}

const DENSE: DiscPattern = { pitch: 128, radii: [8, 20] };

/** Each slide has other discs: `seed` says which. */
export const writeSlide = async (path: string, side: number, seed: number, discs = DENSE): Promise<void> => {
  const file = await open(path, 'w');
  const paint = async (windows: readonly LabelWindow[]): Promise<void> => {
    for (const window of windows) paintWindow(window, side, seed, discs);
  };
  try {
    await writeLabelPyramid({ width: side, height: side, bits: 8, paint }, new FileSink(file));
  } finally {
    await file.close();
  }
};

const paintWindow = (
  { scale, x, y, width, height, labels }: LabelWindow,
  side: number,
  seed: number,
  { pitch, radii: [least, largest] }: DiscPattern,
): void => {
  const [factor, summand] = steps(scale);
  for (let k = 0, row = y; row < y + height; row++) {
    const py = sampleAt(row, scale, side);
    let at = sampleAt(x, scale, side);
    let noise = noiseAt(py * side + at, seed);
    for (let column = x; column < x + width; column++, k++) {
      const px = sampleAt(column, scale, side);
      if (column > x) noise = px === at + scale ? step(noise, factor, summand) : noiseAt(py * side + px, seed);
      at = px;
      const [across, down] = [Math.floor(px / pitch), Math.floor(py / pitch)];
      const [dx, dy] = [px - across * pitch - pitch / 2, py - down * pitch - pitch / 2];
      const radius = least + ((Math.imul(across * 73 + down * 179 + seed, 2654435761) >>> 0) % (largest - least));
      labels[k] = (dx * dx + dy * dy <= radius * radius ? 150 : 60) + (noise >>> 28);
    }
  }
};

const step = (state: number, factor: number, summand: number): number => (Math.imul(state, factor) + summand) >>> 0;

/** So many steps of the generator (Numerical Recipes, “quick and dirty”) as one: by squares of the affine map. */
const steps = (count: number): readonly [factor: number, summand: number] => {
  let [factor, summand] = [1, 0];
  let [a, c] = [1664525, 1013904223];
  for (let left = count; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) [factor, summand] = [Math.imul(a, factor), (Math.imul(a, summand) + c) | 0];
    [a, c] = [Math.imul(a, a), (Math.imul(a, c) + c) | 0];
  }
  return [factor, summand];
};

/** The number of a pixel; pixels are counted row by row. */
const noiseAt = (pixel: number, seed: number): number => step(seed, ...steps(pixel + 1));
