import { defineKernel, type GroupFunction, type Words } from '../../compute/recording.js';
import { TileWindow } from './shared/tile.js';
import { MAXIMA_CONSTANTS, type MaximaConstants, SIDE } from './shared/window.js';
import { combinedSearchSimd } from './simd/combined_search.js';

/**
 * The rest of step 4 on the words of `combined_maxima`: of the secondary maxima that pass their own check, where the
 * pixel is no accepted primary, those with an accepted primary of their orientation at a distance in (h2, h1].
 */
export const combinedSearch = defineKernel({
  name: 'combined_search',
  wgsl: () => import('../../wgsl/linear-features/combined_search.wgsl'),
  bindings: [
    { name: 'window', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'marks', access: 'read' },
    { name: 'lines', access: 'read-write' },
  ],
  constants: MAXIMA_CONSTANTS,
  cpu: (words, constants) => combinedSearchSimd(words, constants) ?? combinedSearchPlain(words, constants),
});

/** The CPU kernel without SIMD. */
export const combinedSearchPlain = (
  words: Words<'window' | 'samples' | 'marks' | 'lines'>,
  constants: MaximaConstants,
): GroupFunction => {
  const window = new TileWindow(words.window, words.samples, constants);
  const { width, height, orientations, h1, h2 } = window;
  const steps = Array.from({ length: orientations }, (_, k) => window.stepsOf(k, h2, h1));
  const flat = steps.map((own) =>
    Int32Array.from({ length: own.length / 2 }, (_, t) => own[2 * t + 1]! * width + own[2 * t]!),
  );
  const marks = words.marks;
  const lines = words.lines;
  return (groupX, groupY) => {
    const [x0, y0] = [SIDE * groupX, SIDE * groupY];
    const right = Math.min(width, x0 + SIDE);
    const bottom = Math.min(height, y0 + SIDE);
    const inner = x0 >= h1 && y0 >= h1 && right <= width - h1 && bottom <= height - h1;
    for (let y = y0; y < bottom; y++) {
      for (let x = x0; x < right; x++) {
        const pixel = y * width + x;
        const own = marks[pixel]!;
        let found = own & 0xffff;
        for (let left = found === 0 ? own >>> 16 : 0; left !== 0; left &= left - 1) {
          const k = 31 - Math.clz32(left & -left);
          const near = inner ? isNear(marks, pixel, flat[k]!, k) : isNearEdge(marks, x, y, width, height, steps[k]!, k);
          if (near) found |= 1 << (16 + k);
        }
        lines[pixel] = found;
      }
    }
  };
};

const isNear = (marks: Uint32Array, pixel: number, steps: Int32Array, k: number): boolean => {
  for (let t = 0; t < steps.length; t++) {
    const step = steps[t]!;
    if ((((marks[pixel + step]! | marks[pixel - step]!) >>> k) & 1) === 1) return true;
  }
  return false;
};

/** The same where windows may leave the image; steps as x, y, x, y, …. */
const isNearEdge = (
  marks: Uint32Array,
  x: number,
  y: number,
  width: number,
  height: number,
  steps: Int32Array,
  k: number,
): boolean => {
  const bitAt = (px: number, py: number): boolean =>
    px >= 0 && py >= 0 && px < width && py < height && ((marks[py * width + px]! >>> k) & 1) === 1;
  for (let t = 0; t < steps.length; t += 2) {
    if (bitAt(x + steps[t]!, y + steps[t + 1]!) || bitAt(x - steps[t]!, y - steps[t + 1]!)) return true;
  }
  return false;
};
