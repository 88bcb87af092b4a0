import { defineKernel } from '../../compute/recording.js';
import { addTo64 } from '../../core/numbers/wide.js';
import { T } from './shared/layout.js';
import { placeOf, sampleView } from './shared/sample-words.js';
import { inStrides } from './shared/strides.js';

/**
 * Adds to the moments of a region the changes by the listed tiles' next cells. Constants: `region`, its first word; `groups`,
 * how many share the list.
 */
export const levelSetMoments = defineKernel({
  name: 'level_set_moments',
  wgsl: () => import('../../wgsl/level-set/level_set_moments.wgsl'),
  bindings: [
    { name: 'tiling', access: 'uniform' },
    { name: 'active_', access: 'read' },
    { name: 'samples', access: 'read' },
    { name: 'mask', access: 'read' },
    { name: 'next', access: 'read' },
    { name: 'moments', access: 'read-write' },
  ],
  constants: ['region', 'groups'],
  cpu: ({ tiling, active_, samples, mask, next, moments }, { region, groups }) => {
    const [width, height] = [tiling[T.width]!, tiling[T.height]!];
    const [side, words, bands] = [tiling[T.side]!, tiling[T.words]!, tiling[T.bands]!];
    const { values, pitch } = sampleView(tiling, samples);
    /** Sums over a tile of each band's samples and of their squares, below 2⁴². */
    const sums = new Float64Array(2 * bands);
    return inStrides(active_, words, groups, (tile) => {
      let cells = 0;
      for (let k = 0; k < words; k++) {
        const word = next[tile * words + k]!;
        const change = word ^ mask[tile * words + k]!;
        if (change === 0) continue;
        const [x, y, z] = placeOf(tiling, tile, k);
        for (let rest = change; rest !== 0; rest &= rest - 1) {
          const bit = 31 - Math.clz32(rest & -rest);
          const cell = (z * height + y + Math.floor(bit / side)) * width + x + (bit % side);
          const sign = (word >>> bit) & 1 ? 1 : -1;
          cells += sign;
          for (let band = 0; band < bands; band++) {
            const value = values[band * pitch + cell]!;
            sums[2 * band]! += sign * value;
            sums[2 * band + 1]! += sign * value * value;
          }
        }
      }
      moments[region] = moments[region]! + cells;
      for (let k = 0; k < sums.length; k++) if (sums[k] !== 0) addTo64(moments, region + 1 + 2 * k, sums[k]!);
      sums.fill(0);
    });
  },
});
