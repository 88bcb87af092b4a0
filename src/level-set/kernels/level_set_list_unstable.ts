import { defineKernel } from '../../compute/recording.js';
import { Status, T } from './shared/layout.js';

/**
 * Lists the tiles that cycle one runs next: the unstable ones, or, while there is any, all that the front crosses. Constants: `tests`, 1
 * after a launch of cycle one, when no unstable tile means stopped; `launches`, 1 before a launch. One group.
 */
export const levelSetListUnstable = defineKernel({
  name: 'level_set_list_unstable',
  wgsl: () => import('../../wgsl/level-set/level_set_list_unstable.wgsl'),
  bindings: [
    { name: 'tiling', access: 'uniform' },
    { name: 'status', access: 'read-write' },
    { name: 'list', access: 'read' },
    { name: 'unstable', access: 'read' },
    { name: 'active_', access: 'read-write' },
  ],
  constants: ['tests', 'launches'],
  cpu:
    ({ tiling, status, list, unstable, active_ }, { tests, launches }) =>
    () => {
      if ((status[Status.over]! | status[Status.stopped]!) !== 0) {
        active_[0] = 0;
        return;
      }
      const places = list[0]!;
      let count = 0;
      for (let word = 0; word < Math.ceil(places / 32); word++) {
        for (let bits = unstable[word]!; bits !== 0; bits &= bits - 1) {
          active_[++count] = list[1 + 32 * word + 31 - Math.clz32(bits & -bits)]!;
        }
      }
      const found = count;
      if (tiling[T.unstableOnly] === 0 && found > 0) {
        active_.set(list.subarray(1, 1 + places), 1);
        count = places;
      }
      active_[0] = count;
      if (tests !== 0 && found === 0) status[Status.stopped] = 1;
      else if (launches !== 0) {
        status[Status.steps]!++;
        status[Status.front]! += places;
        status[Status.active]! += count;
      }
    },
});
