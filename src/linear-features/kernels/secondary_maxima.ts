import { defineKernel } from '../../compute/recording.js';
import { maxima } from './shared/maxima.js';
import { TileWindow } from './shared/tile.js';
import { MAXIMA_CONSTANTS } from './shared/window.js';

/** Step 2 of MDNMS: maxima over h2, bits 0 to K − 1 of a word a pixel. */
export const secondaryMaxima = defineKernel({
  name: 'secondary_maxima',
  wgsl: () => import('../../wgsl/linear-features/secondary_maxima.wgsl'),
  bindings: [
    { name: 'window', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'secondary', access: 'read-write' },
  ],
  constants: MAXIMA_CONSTANTS,
  cpu: (words, constants) => {
    const window = new TileWindow(words.window, words.samples, constants);
    const secondary = words.secondary;
    return (groupX, groupY) => {
      window.load(groupX, groupY);
      window.each(groupX, groupY, (pixel, centre) => {
        secondary[pixel] = maxima(window, centre, window.h2);
      });
    };
  },
});
