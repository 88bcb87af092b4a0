import wgsl from '../wgsl/segment_contributions.wgsl';
import type { Kernel } from '../worker/recording.js';
import { contoursOf } from './candidates.js';
import { EdgeSums } from './edge_sums.js';
import { candidateCapacity, directions, G } from './layout.js';

/**
 * Sums of every segment that the step's candidates need, in blocks of rows (Perrot et al. 2011, V.B, with the
 * watertight sums of ALGORITHMS A.2). Group (x, y, contour): candidate 8x + (y mod 16) / 2, its side y mod 2, block
 * y / 16 of the bound rows. Block sums are 64-bit moments: ((contour·segments + segment)·blocks + block)·2·moments.
 * Dispatched once a band of rows: the first band writes, the others add.
 */
export const segmentContributions: Kernel = {
  name: 'segment_contributions',
  wgsl,
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'state', access: 'read' },
    { name: 'ring', access: 'read' },
    { name: 'waiting', access: 'read' },
    { name: 'samples', access: 'read' },
    { name: 'prefixes', access: 'read' },
    { name: 'block_sums', access: 'read-write' },
  ],
  twin: ({ geometry, state, ring, waiting, samples, prefixes, block_sums }) => {
    const sums = new EdgeSums(geometry!, samples!, prefixes!);
    const moments = geometry![G.moments]!;
    const blocks = geometry![G.blocks]!;
    const adds = geometry![G.adds] === 1;
    const segments = 2 * candidateCapacity(geometry![G.capacity]!);
    const views = contoursOf(geometry!, state!, ring!, waiting!);
    return (x, y, contour) => {
      const view = views[contour]!;
      const candidate = directions * x + ((y >> 1) & 7);
      const side = y & 1;
      const block = y >> 4;
      if (candidate >= view.count || !view.candidates.look(candidate) || !view.candidates.segment(side)) return;
      const { x0, y0, x1, y1 } = view.candidates;
      sums.clear();
      sums.add(x0, y0, x1, y1, block, blocks);
      const at = (contour * segments + 2 * candidate + side) * blocks + block;
      if (adds) sums.addTo(block_sums!, 2 * moments * at);
      else sums.store(block_sums!, 2 * moments * at);
    };
  },
};
