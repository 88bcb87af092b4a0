import { defineKernel } from '../../compute/recording.js';
import { maxima } from './shared/maxima.js';
import { TileWindow } from './shared/tile.js';
import { MAXIMA_CONSTANTS } from './shared/window.js';

/** Step 1 of MDNMS: maxima over h1, bits 0 to K − 1 of a word a pixel. */
export const primaryMaxima = defineKernel({
  name: 'primary_maxima',
  wgsl: () => import('../../wgsl/linear-features/primary_maxima.wgsl'),
  bindings: [
    { name: 'window', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'primary', access: 'read-write' },
  ],
  constants: MAXIMA_CONSTANTS,
  cpu: (words, constants) => {
    const window = new TileWindow(words.window, words.samples, constants);
    const primary = words.primary;
    return (groupX, groupY) => {
      window.load(groupX, groupY);
      window.each(groupX, groupY, (pixel, centre) => {
        primary[pixel] = maxima(window, centre, window.h1);
      });
    };
  },
});
