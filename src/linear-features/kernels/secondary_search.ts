import { defineKernel } from '../../compute/recording.js';
import { loadAccepted, search } from './shared/search.js';
import { TileWindow } from './shared/tile.js';
import { MAXIMA_CONSTANTS } from './shared/window.js';

/** Step 4 of MDNMS: secondary maxima in the windows of accepted primaries, with their own symmetry check. */
export const secondarySearch = defineKernel({
  name: 'secondary_search',
  wgsl: () => import('../../wgsl/linear-features/secondary_search.wgsl'),
  bindings: [
    { name: 'window', access: 'uniform' },
    { name: 'samples', access: 'read' },
    { name: 'accepted', access: 'read' },
    { name: 'secondary', access: 'read' },
    { name: 'lines', access: 'read-write' },
  ],
  constants: MAXIMA_CONSTANTS,
  cpu: (words, constants) => {
    const window = new TileWindow(words.window, words.samples, constants);
    const { accepted, secondary, lines } = words;
    return (groupX, groupY) => {
      loadAccepted(window, accepted, groupX, groupY);
      window.each(groupX, groupY, (pixel, centre) => {
        lines[pixel] = search(window, centre, secondary[pixel]!);
      });
    };
  },
});
