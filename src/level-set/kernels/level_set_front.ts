import { defineKernel } from '../../compute/recording.js';
import { Status, T } from './shared/layout.js';
import { FrontWords, TileWords } from './shared/tile-words.js';

/** Marks the tiles that the front crosses, one bit a tile: group x does tiles 32x to 32x + 31. Constant `skips`: see `Skip`. */
export const levelSetFront = defineKernel({
  name: 'level_set_front',
  wgsl: () => import('../../wgsl/level-set/level_set_front.wgsl'),
  bindings: [
    { name: 'tiling', access: 'uniform' },
    { name: 'status', access: 'read' },
    { name: 'mask', access: 'read' },
    { name: 'domain', access: 'read' },
    { name: 'crossed', access: 'read-write' },
  ],
  constants: ['skips'],
  cpu: ({ tiling, status, mask, domain, crossed }, { skips }) => {
    const tiles = new TileWords(tiling);
    const front = new FrontWords(tiles, mask, domain);
    const count = tiling[T.tiles]!;
    const skipped = (status[Status.over]! & skips) | (status[Status.stopped]! & (skips >> 1));
    const lacks = skipped !== 0 ? new Uint8Array(0) : front.lacks();
    return (group) => {
      if (skipped !== 0) return;
      let found = 0;
      for (let bit = 0; bit < 32 && 32 * group + bit < count; bit++) {
        if (front.crosses(32 * group + bit, lacks)) found |= 1 << bit;
      }
      crossed[group] = found;
    };
  },
});
