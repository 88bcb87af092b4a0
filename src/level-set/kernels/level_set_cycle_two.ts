import { defineKernel } from '../../compute/recording.js';
import { T } from './shared/layout.js';
import { inStrides } from './shared/strides.js';
import { TileRows } from './shared/tile-rows.js';

/**
 * Cycle two in the listed tiles: `iterations` by the Gaussian filter. The cells of other tiles stay unchanged; beyond the border the
 * nearest cell counts. `filter_` holds the classes of the filter's rows, then their sums by class and pattern. Constant `groups`:
 * how many share the list.
 */
export const levelSetCycleTwo = defineKernel({
  name: 'level_set_cycle_two',
  wgsl: () => import('../../wgsl/level-set/level_set_cycle_two.wgsl'),
  bindings: [
    { name: 'tiling', access: 'uniform' },
    { name: 'active_', access: 'read' },
    { name: 'mask', access: 'read' },
    { name: 'domain', access: 'read' },
    { name: 'filter_', access: 'read' },
    { name: 'next', access: 'read-write' },
  ],
  constants: ['iterations', 'groups'],
  cpu: ({ tiling, active_, mask, domain, filter_, next }, { iterations, groups }) => {
    const rows = new TileRows(tiling, mask, domain, filter_);
    return inStrides(active_, tiling[T.words]!, groups, (tile) => {
      rows.load(tile);
      for (let i = 0; i < iterations && rows.iterate(); i++);
      rows.store(next);
    });
  },
});
