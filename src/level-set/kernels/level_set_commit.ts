import { defineKernel } from '../../compute/recording.js';
import { T } from './shared/layout.js';
import { inStrides } from './shared/strides.js';

/** Replaces the listed tiles' current cells by their next ones. Constant `groups`: how many share the list. */
export const levelSetCommit = defineKernel({
  name: 'level_set_commit',
  wgsl: () => import('../../wgsl/level-set/level_set_commit.wgsl'),
  bindings: [
    { name: 'tiling', access: 'uniform' },
    { name: 'active_', access: 'read' },
    { name: 'next', access: 'read' },
    { name: 'mask', access: 'read-write' },
  ],
  constants: ['groups'],
  cpu: ({ tiling, active_, next, mask }, { groups }) => {
    const words = tiling[T.words]!;
    return inStrides(active_, words, groups, (tile) => {
      for (let at = tile * words; at < (tile + 1) * words; at++) mask[at] = next[at]!;
    });
  },
});
