import wgsl from '../wgsl/combined_search.wgsl';
import type { Kernel } from '../worker/recording.js';
import { checked } from './symmetry.js';
import { TileWindow } from './tile.js';
import { SIDE, W } from './window.js';

/**
 * Step 4 on the words of `combined_maxima`: one word a pixel in, one out. Windows are symmetric, so looking from the
 * accepted primaries, which are few, finds what the shader finds looking from the secondary maxima.
 */
export const combinedSearch: Kernel = {
  name: 'combined_search',
  wgsl,
  bindings: [
    { name: 'window', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'marks', access: 'read' },
    { name: 'lines', access: 'read-write' },
  ],
  twin: (words) => {
    const window = new TileWindow(words.window!, words.samples!);
    const { width, height, stride, halo, primary, secondary, offsets } = window;
    const threshold = words.window![W.secondThreshold]!;
    const ratio = words.window![W.secondRatio]!;
    const marks = words.marks!;
    const lines = words.lines!;
    const rowOf = Int32Array.from(offsets, (offset) => Math.round(offset / stride));
    return (groupX, groupY) => {
      const x0 = SIDE * groupX;
      const y0 = SIDE * groupY;
      const x1 = Math.min(x0 + SIDE, width);
      const y1 = Math.min(y0 + SIDE, height);
      let staged = false;
      const visit = (x: number, y: number, k: number): void => {
        if (x < x0 || x >= x1 || y < y0 || y >= y1) return;
        const pixel = y * width + x;
        const mark = marks[pixel]!;
        if ((mark & 0xffff) !== 0 || ((mark >>> (16 + k)) & 1) === 0) return;
        if (!staged) window.load(groupX, groupY);
        staged = true;
        const centre = (y - y0 + halo) * stride + x - x0 + halo;
        if (checked(window, centre, k, secondary, threshold, ratio)) lines[pixel] = lines[pixel]! | (1 << (16 + k));
      };
      for (let y = y0; y < y1; y++) {
        for (let pixel = y * width + x0; pixel < y * width + x1; pixel++) lines[pixel] = marks[pixel]! & 0xffff;
      }
      const left = Math.max(0, x0 - halo);
      const right = Math.min(width, x1 + halo);
      for (let y = Math.max(0, y0 - halo); y < Math.min(height, y1 + halo); y++) {
        for (let x = left; x < right; x++) {
          for (let accepted = marks[y * width + x]! & 0xffff; accepted !== 0; ) {
            const k = 31 - Math.clz32(accepted);
            accepted &= ~(1 << k);
            for (let t = secondary; t < primary; t++) {
              const dy = rowOf[16 * k + t]!;
              const dx = offsets[16 * k + t]! - dy * stride;
              visit(x + dx, y + dy, k);
              visit(x - dx, y - dy, k);
            }
          }
        }
      }
    };
  },
};
