import { defineKernel } from '../../compute/recording.js';
import { Status } from './shared/layout.js';
import { inStrides } from './shared/strides.js';
import { FrontWords, TileWords } from './shared/tile-words.js';

/**
 * The stop condition of the listed tiles: bit p of `unstable` is set where the tile at place p of the list has a cell of L_out with
 * F > 0 or of L_in with F < 0. Constant `groups`: how many share the list.
 */
export const levelSetStopTest = defineKernel({
  name: 'level_set_stop_test',
  wgsl: () => import('../../wgsl/level-set/level_set_stop_test.wgsl'),
  bindings: [
    { name: 'tiling', access: 'uniform' },
    { name: 'status', access: 'read' },
    { name: 'list', access: 'read' },
    { name: 'mask', access: 'read' },
    { name: 'domain', access: 'read' },
    { name: 'positive', access: 'read' },
    { name: 'negative', access: 'read' },
    { name: 'unstable', access: 'read-write' },
  ],
  constants: ['groups'],
  cpu: ({ tiling, status, list, mask, domain, positive, negative, unstable }, { groups }) => {
    const tiles = new TileWords(tiling);
    const front = new FrontWords(tiles, mask, domain);
    const over = status[Status.over]! | status[Status.stopped]!;
    return inStrides(list, tiles.words, groups, (tile, place) => {
      if (over !== 0) return;
      for (let k = 0; k < tiles.words; k++) {
        if (!front.scan(tile, k)) continue;
        const at = tile * tiles.words + k;
        if (((front.out & positive[at]!) | (front.inside & negative[at]!)) === 0) continue;
        unstable[place >> 5]! |= 1 << (place & 31);
        return;
      }
    });
  },
});
