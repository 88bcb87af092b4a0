import { defineKernel } from '../../compute/recording.js';
import { Status, T } from './shared/layout.js';
import { placeOf, sampleView } from './shared/sample-words.js';
import { inStrides } from './shared/strides.js';

/** Marks the cells of the listed tiles whose data speed is positive, and those whose speed is negative. Constant `groups`: how many share the list. */
export const levelSetClassify = defineKernel({
  name: 'level_set_classify',
  wgsl: () => import('../../wgsl/level-set/level_set_classify.wgsl'),
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
    const [held, second] = [bands > 1, perBand];
    return inStrides(list, words, groups, (tile) => {
      if (over !== 0) return;
      for (let k = 0; k < words; k++) {
        const [x, y, z] = placeOf(tiling, tile, k);
        const columns = Math.min(side, width - x);
        let plus = 0;
        let minus = 0;
        for (let first = 0; first < 32; first += side) {
          const row = y + first / side;
          if (row >= height || z >= depth) break;
          const cell = (z * height + row) * width + x;
          for (let j = 0; j < columns; j++) {
            let sum = bias + entries[values[cell + j]!]!;
            if (held) sum += entries[second + values[pitch + cell + j]!]!;
            for (let band = 2; band < bands; band++) sum += entries[band * perBand + values[band * pitch + cell + j]!]!;
            plus |= (-sum >>> 31) << (first + j);
            minus |= (sum >>> 31) << (first + j);
          }
        }
        positive[tile * words + k] = plus;
        negative[tile * words + k] = minus;
      }
    });
  },
});
