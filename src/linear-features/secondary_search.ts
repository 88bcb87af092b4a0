import wgsl from '../wgsl/secondary_search.wgsl';
import type { Kernel } from '../worker/recording.js';
import { loadAccepted, search } from './search.js';
import { TileWindow } from './tile.js';

/** Step 4 of MDNMS: secondary maxima in the windows of accepted primaries, with their own symmetry check. */
export const secondarySearch: Kernel = {
  name: 'secondary_search',
  wgsl,
  bindings: [
    { name: 'window', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'accepted', access: 'read' },
    { name: 'secondary', access: 'read' },
    { name: 'lines', access: 'read-write' },
  ],
  twin: (words, constants) => {
    const window = new TileWindow(words.window!, words.samples!, constants);
    const { accepted, secondary, lines } = words;
    return (groupX, groupY) => {
      loadAccepted(window, accepted!, groupX, groupY);
      window.each(groupX, groupY, (pixel, centre) => {
        lines![pixel] = search(window, centre, secondary![pixel]!);
      });
    };
  },
};
