import { defineKernel } from '../../compute/recording.js';
import wgsl from '../../wgsl/level-set/level_set_classify.wgsl';
import { Status, T } from './shared/layout.js';
import { placeOf, sampleView } from './shared/sample-words.js';
import { inStrides } from './shared/strides.js';

/** Where the data speed of the listed tiles' cells is positive and where negative. Constant `groups`: how many share the list. */
export const levelSetClassify = defineKernel({
  name: 'level_set_classify',
  wgsl,
  bindings: [
    { name: 'tiling', access: 'uniform' },
    { name: 'status', access: 'read' },
    { name: 'list', access: 'read' },
    { name: 'samples', access: 'read' },
    { name: 'tables', access: 'read' },
    { name: 'positive', access: 'read-write' },
    { name: 'negative', access: 'read-write' },
  ],
  constants: ['groups'],
  cpu: ({ tiling, status, list, samples, tables, positive, negative }, { groups }) => {
    const [width, height, depth] = [tiling[T.width]!, tiling[T.height]!, tiling[T.depth]!];
    const [side, words, bands] = [tiling[T.side]!, tiling[T.words]!, tiling[T.bands]!];
    const { values, pitch } = sampleView(tiling, samples);
    const entries = new Int32Array(tables.buffer, tables.byteOffset, tables.length);
    const perBand = tiling[T.values]!;
    const bias = tiling[T.bias]!;
    const over = status[Status.over]! | status[Status.stopped]!;
    const speed = (cell: number): number => {
      let sum = bias;
      for (let band = 0; band < bands; band++) sum += entries[band * perBand + values[band * pitch + cell]!]!;
      return sum;
    };
    return inStrides(list, words, groups, (tile) => {
      if (over !== 0) return;
      for (let k = 0; k < words; k++) {
        const [x, y, z] = placeOf(tiling, tile, k);
        let plus = 0;
        let minus = 0;
        for (let bit = 0; bit < 32; bit++) {
          const cx = x + (bit % side);
          const cy = y + Math.floor(bit / side);
          if (cx >= width || cy >= height || z >= depth) continue;
          const sum = speed((z * height + cy) * width + cx);
          if (sum > 0) plus |= 1 << bit;
          if (sum < 0) minus |= 1 << bit;
        }
        positive[tile * words + k] = plus;
        negative[tile * words + k] = minus;
      }
    });
  },
});
