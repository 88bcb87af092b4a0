import { defineKernel } from '../../compute/recording.js';
import { contoursOf } from './shared/candidates.js';
import { EdgeSums } from './shared/edge-sums.js';
import { BLOCKS_IN_GROUP, blockCapacity, blocksOf, G, GROUPS_IN_ROW } from './shared/layout.js';

/**
 * Sums of every segment that the step's candidates need, in blocks of rows (Perrot et al. 2011, V.B, with the
 * watertight sums of ALGORITHMS A.2). Group (x, y, contour) has four places from 4·(256·y + x); a place is block
 * place mod `blocks` of segment place / `blocks`, two segments a candidate where it moves a vertex. Block sums are 64-bit
 * moments: (contour·`blockCapacity` + place)·2·moments. Dispatched once a chunk of rows: the first chunk writes, the others add.
 */
export const segmentContributions = defineKernel({
  name: 'segment_contributions',
  wgsl: () => import('../../wgsl/snake/segment_contributions.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'state', access: 'read' },
    { name: 'ring', access: 'read' },
    { name: 'waiting', access: 'read' },
    { name: 'samples', access: 'read' },
    { name: 'prefixes', access: 'read' },
    { name: 'block_sums', access: 'read-write' },
  ],
  cpu: (words) => {
    const { geometry, samples, prefixes, block_sums } = words;
    const sums = new EdgeSums(geometry, samples, prefixes);
    const moments = geometry[G.moments]!;
    const adds = geometry[G.adds] === 1;
    const crews = geometry[G.crews]!;
    const capacity = blockCapacity(crews, geometry[G.capacity]!);
    const views = contoursOf(words);
    return (x, y, contour) => {
      const view = views[contour]!;
      const { sides } = view.candidates;
      const blocks = blocksOf(crews, sides * view.count);
      const first = BLOCKS_IN_GROUP * (GROUPS_IN_ROW * y + x);
      for (let place = first; place < first + BLOCKS_IN_GROUP; place++) {
        const segment = Math.floor(place / blocks);
        if (segment >= sides * view.count || !view.candidates.look(Math.floor(segment / sides))) continue;
        view.candidates.segment(segment % sides);
        const { x0, y0, x1, y1 } = view.candidates;
        sums.clear();
        sums.add(x0, y0, x1, y1, place % blocks, blocks);
        const at = 2 * moments * (contour * capacity + place);
        if (adds) sums.addTo(block_sums, at);
        else sums.store(block_sums, at);
      }
    };
  },
});
