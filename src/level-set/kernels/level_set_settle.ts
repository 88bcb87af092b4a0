import { defineKernel } from '../../compute/recording.js';
import { popcount } from '../bits/bits.js';
import { Status, T } from './shared/layout.js';

const LANES = 64;

/**
 * Counts the cells that an outer iteration changed, and those inside, and stores the mask. Constant `groups`: how many share the
 * words.
 */
export const levelSetSettle = defineKernel({
  name: 'level_set_settle',
  wgsl: () => import('../../wgsl/level-set/level_set_settle.wgsl'),
  bindings: [
    { name: 'tiling', access: 'uniform' },
    { name: 'status', access: 'read-write' },
    { name: 'mask', access: 'read' },
    { name: 'before', access: 'read-write' },
  ],
  constants: ['groups'],
  cpu: ({ tiling, status, mask, before }, { groups }) => {
    const words = tiling[T.tiles]! * tiling[T.words]!;
    return (group) => {
      for (let first = group * LANES; first < words; first += groups * LANES) {
        let changing = 0;
        let holding = 0;
        for (let at = first; at < Math.min(words, first + LANES); at++) {
          const word = mask[at]!;
          const was = before[at]!;
          if ((word | was) === 0) continue;
          holding += popcount(word);
          if (word === was) continue;
          changing += popcount(word ^ was);
          before[at] = word;
        }
        status[Status.changing]! += changing;
        status[Status.holding]! += holding;
      }
    };
  },
});
