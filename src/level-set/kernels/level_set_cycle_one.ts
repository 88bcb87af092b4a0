import { defineKernel } from '../../compute/recording.js';
import { inStrides } from './shared/strides.js';
import { NONE, TileWords } from './shared/tile-words.js';

/**
 * Cycle one in the listed tiles: `iterations` by the data speed. The cells of other tiles stay unchanged, except for those with F > 0
 * beside the inside: they become inside with the first iteration. Constant `groups`: how many share the list.
 */
export const levelSetCycleOne = defineKernel({
  name: 'level_set_cycle_one',
  wgsl: () => import('../../wgsl/level-set/level_set_cycle_one.wgsl'),
  bindings: [
    { name: 'tiling', access: 'uniform' },
    { name: 'active_', access: 'read' },
    { name: 'mask', access: 'read' },
    { name: 'domain', access: 'read' },
    { name: 'positive', access: 'read' },
    { name: 'negative', access: 'read' },
    { name: 'next', access: 'read-write' },
  ],
  constants: ['iterations', 'groups'],
  cpu: ({ tiling, active_, mask, domain, positive, negative, next }, { iterations, groups }) => {
    const tiles = new TileWords(tiling);
    const { words, sliceWords } = tiles;
    const beside = new Int32Array(6);
    const insides = new Uint32Array(6 * words);
    const outsides = new Uint32Array(6 * words);
    const cells = new Uint32Array(words);
    const half = new Uint32Array(words);
    const bare = new Uint32Array(words);
    const neighboursOf = (k: number, own: Uint32Array, halo: Uint32Array): number => {
      const h = 6 * k;
      return tiles.neighbours(
        own[k]!,
        halo[h]!,
        halo[h + 1]!,
        k % sliceWords > 0 ? own[k - 1]! : halo[h + 2]!,
        (k % sliceWords) + 1 < sliceWords ? own[k + 1]! : halo[h + 3]!,
        k >= sliceWords ? own[k - sliceWords]! : halo[h + 4]!,
        k + sliceWords < words ? own[k + sliceWords]! : halo[h + 5]!,
      );
    };
    return inStrides(active_, words, groups, (tile) => {
      const at = tile * words;
      for (let k = 0; k < words; k++) {
        tiles.beside(tile, k, beside);
        for (let side = 0; side < 6; side++) {
          const other = beside[side]!;
          insides[6 * k + side] = other === NONE ? 0 : mask[other]!;
          outsides[6 * k + side] = other === NONE ? 0 : ~mask[other]! & domain[other]! & ~positive[other]!;
        }
        cells[k] = mask[at + k]!;
      }
      for (let i = 0; i < iterations; i++) {
        for (let k = 0; k < words; k++) {
          const m = cells[k]!;
          half[k] = m | (neighboursOf(k, cells, insides) & ~m & domain[at + k]! & positive[at + k]!);
          bare[k] = ~half[k]! & domain[at + k]!;
        }
        for (let k = 0; k < words; k++) {
          cells[k] = half[k]! & ~(neighboursOf(k, bare, outsides) & half[k]! & negative[at + k]!);
        }
      }
      next.set(cells, at);
    });
  },
});
