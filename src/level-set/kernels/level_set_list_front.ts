import { defineKernel } from '../../compute/recording.js';
import { Status, T } from './shared/layout.js';

/**
 * Lists the numbers of the tiles that the front crosses, ascending: list[0] is their count, and they start at list[1]. Clears one bit of
 * `unstable` for each place in the list. One group.
 */
export const levelSetListFront = defineKernel({
  name: 'level_set_list_front',
  wgsl: () => import('../../wgsl/level-set/level_set_list_front.wgsl'),
  bindings: [
    { name: 'tiling', access: 'uniform' },
    { name: 'status', access: 'read' },
    { name: 'crossed', access: 'read' },
    { name: 'list', access: 'read-write' },
    { name: 'unstable', access: 'read-write' },
  ],
  constants: ['skips'],
  cpu:
    ({ tiling, status, crossed, list, unstable }, { skips }) =>
    () => {
      if ((status[Status.over]! & skips) !== 0) {
        list[0] = 0;
        return;
      }
      if ((status[Status.stopped]! & (skips >> 1)) !== 0) return;
      let count = 0;
      for (let word = 0; word < Math.ceil(tiling[T.tiles]! / 32); word++) {
        for (let bits = crossed[word]!; bits !== 0; bits &= bits - 1) {
          list[++count] = 32 * word + 31 - Math.clz32(bits & -bits);
        }
      }
      unstable.fill(0, 0, Math.ceil(count / 32));
      list[0] = count;
    },
});
