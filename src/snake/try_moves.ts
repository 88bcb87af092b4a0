import wgsl from '../wgsl/try_moves.wgsl';
import type { Kernel } from '../worker/recording.js';
import { slotTrier } from './choose_moves.js';
import { EdgeSums } from './edge_sums.js';
import { G } from './layout.js';
import { sidesOf } from './sum_contributions.js';

/** What `try_moves` asks for beside what `close_step` does. */
export const tryMovesNeeds = { storageBindings: 10 } as const;

/**
 * `segment_contributions` and `choose_moves` in one dispatch, for an image in one band: a workgroup goes over the rows of
 * a node's segments itself, which takes less than a dispatch while they are short. Group (first, 1, contour), as there.
 */
export const tryMoves: Kernel = {
  name: 'try_moves',
  wgsl,
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'state', access: 'read-write' },
    { name: 'ring', access: 'read' },
    { name: 'waiting', access: 'read-write' },
    { name: 'samples', access: 'read' },
    { name: 'prefixes', access: 'read' },
    { name: 'edges', access: 'read' },
    { name: 'segment_sums', access: 'read-write' },
    { name: 'totals', access: 'read-write' },
    { name: 'scores', access: 'read-write' },
    { name: 'choice', access: 'read-write' },
  ],
  twin: (words, constants) => {
    const { geometry, samples, prefixes, segment_sums } = words;
    const sums = new EdgeSums(geometry!, samples!, prefixes!);
    const width = 2 * geometry![G.moments]!;
    return slotTrier(words, constants, (view, _c, _contour, first) => {
      for (let side = 0; side < sidesOf(view); side++) {
        view.segment(side);
        sums.clear();
        sums.add(view.x0, view.y0, view.x1, view.y1, 0, 1);
        sums.store(segment_sums!, (first + side) * width);
      }
    });
  },
};
