import { defineKernel } from '../../compute/recording.js';
import { Mode, Thinning } from './shared/thinning-words.js';

/** Sets the mode of the next dispatch of `thin_lines` in `thinning`, by the number of pixels that the last one, or `mask_lines`, left
 * waiting. One group. */
export const turnSweep = defineKernel({
  name: 'turn_sweep',
  wgsl: () => import('../../wgsl/linear-features/turn_sweep.wgsl'),
  bindings: [{ name: 'thinning', access: 'read-write' }],
  cpu:
    ({ thinning }) =>
    () => {
      const mode = thinning[Thinning.mode];
      const tooMany = thinning[Thinning.found]! > thinning[Thinning.limit]!;
      if (tooMany || mode === Mode.done || mode === Mode.over) thinning[Thinning.mode] = Mode.over;
      else if (thinning[Thinning.waiting] === 0) thinning[Thinning.mode] = mode === Mode.look ? Mode.begin : Mode.done;
      else thinning[Thinning.mode] = Mode.look;
      thinning[Thinning.waiting] = 0;
    },
});
