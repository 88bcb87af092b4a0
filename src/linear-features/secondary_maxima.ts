import wgsl from '../wgsl/secondary_maxima.wgsl';
import type { Kernel } from '../worker/recording.js';
import { maxima } from './maxima.js';
import { TileWindow } from './tile.js';

/** Step 2 of MDNMS: maxima over h2, bits 0 to K − 1 of a word a pixel. */
export const secondaryMaxima: Kernel = {
  name: 'secondary_maxima',
  wgsl,
  bindings: [
    { name: 'window', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'secondary', access: 'read-write' },
  ],
  twin: (words, constants) => {
    const window = new TileWindow(words.window!, words.samples!, constants);
    const secondary = words.secondary!;
    return (groupX, groupY) => {
      window.load(groupX, groupY);
      window.each(groupX, groupY, (pixel, centre) => {
        secondary[pixel] = maxima(window, centre, window.h2);
      });
    };
  },
};
