import { defineKernel } from '../../compute/recording.js';
import { checked } from './shared/symmetry.js';
import { TileWindow } from './shared/tile.js';
import { MAXIMA_CONSTANTS, W } from './shared/window.js';

/** Step 3 of MDNMS: of the primary maxima, those that stand out from both half windows alike. */
export const symmetryCheck = defineKernel({
  name: 'symmetry_check',
  wgsl: () => import('../../wgsl/linear-features/symmetry_check.wgsl'),
  bindings: [
    { name: 'window', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'primary', access: 'read' },
    { name: 'accepted', access: 'read-write' },
  ],
  constants: MAXIMA_CONSTANTS,
  cpu: (words, constants) => {
    const window = new TileWindow(words.window, words.samples, constants);
    const threshold = words.window[W.threshold]!;
    const ratio = words.window[W.ratio]!;
    const { primary, accepted } = words;
    return (groupX, groupY) => {
      window.load(groupX, groupY);
      window.each(groupX, groupY, (pixel, centre) => {
        let found = 0;
        for (let k = 0; k < window.orientations; k++) {
          if (((primary[pixel]! >>> k) & 1) === 0) continue;
          found |= Number(checked(window, centre, k, window.h1, threshold, ratio)) << k;
        }
        accepted[pixel] = found;
      });
    };
  },
});
