import { defineKernel } from '../../compute/recording.js';
import { Status, T } from './shared/layout.js';

/** Ends an outer iteration: counts it, and decides whether the run is over. Constant `launches`: launches of cycle two in the iteration. One group. */
export const levelSetDecide = defineKernel({
  name: 'level_set_decide',
  wgsl: () => import('../../wgsl/level-set/level_set_decide.wgsl'),
  bindings: [
    { name: 'tiling', access: 'uniform' },
    { name: 'status', access: 'read-write' },
  ],
  constants: ['launches'],
  cpu:
    ({ tiling, status }, { launches }) =>
    () => {
      const changed = status[Status.changing]!;
      const inside = status[Status.holding]!;
      status[Status.changing] = 0;
      status[Status.holding] = 0;
      if (status[Status.over] !== 0) return;
      status[Status.outer]!++;
      status[Status.steps]! += launches;
      status[Status.changed] = changed;
      status[Status.inside] = inside;
      const tolerance = tiling[T.tolerance]!;
      const allowed = Math.floor(inside / 1000) * tolerance + Math.floor(((inside % 1000) * tolerance) / 1000);
      const settled = changed <= allowed ? 1 : 0;
      status[Status.settled] = settled;
      const limit = status[Status.outer]! >= tiling[T.outerIterations]! ? 1 : 0;
      status[Status.over] = status[Status.stopped]! | settled | limit;
    },
});
