import wgsl from '../wgsl/primary_maxima.wgsl';
import type { Kernel } from '../worker/recording.js';
import { maxima } from './maxima.js';
import { TileWindow } from './tile.js';

/** Step 1 of MDNMS: maxima over h1, bits 0 to K − 1 of a word a pixel. */
export const primaryMaxima: Kernel = {
  name: 'primary_maxima',
  wgsl,
  bindings: [
    { name: 'window', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'primary', access: 'read-write' },
  ],
  twin: (words, constants) => {
    const window = new TileWindow(words.window!, words.samples!, constants);
    const primary = words.primary!;
    return (groupX, groupY) => {
      window.load(groupX, groupY);
      window.each(groupX, groupY, (pixel, centre) => {
        primary[pixel] = maxima(window, centre, window.h1);
      });
    };
  },
};
