import { defineKernel, type Words } from '../../compute/recording.js';
import { store64 } from '../../core/numbers/wide.js';
import { type Candidates, contoursOf } from './shared/candidates.js';
import { edgeLength } from './shared/edge-length.js';
import { blockCapacity, blocksOf, candidateCapacity, Extra, G, LANES, Phase, S, totalsWords } from './shared/layout.js';

/**
 * Second stage of the sums (Perrot et al. 2011, V.B): adds each segment's blocks, and from them makes the totals of
 * the region that each candidate would give. Group (x, 1, contour), 64 candidates a group.
 *
 * `segment_sums`: (contour·segments + segment)·2·moments. `totals`: one row a candidate, `totalsWords` each.
 */
export const sumContributions = defineKernel({
  name: 'sum_contributions',
  wgsl: () => import('../../wgsl/snake/sum_contributions.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'state', access: 'read' },
    { name: 'ring', access: 'read' },
    { name: 'waiting', access: 'read' },
    { name: 'edges', access: 'read' },
    { name: 'block_sums', access: 'read' },
    { name: 'segment_sums', access: 'read-write' },
    { name: 'totals', access: 'read-write' },
  ],
  cpu: (words) => {
    const sum = summer(words, blockAdder(words));
    return (x, _y, contour) => {
      for (let c = x * LANES; c < (x + 1) * LANES; c++) sum(c, contour);
    };
  },
});

/** Writes the sums of the segments of the current candidate to `segment_sums`, from segment `first` of all contours on. */
export type SegmentAdder = (view: Candidates, c: number, contour: number, first: number) => void;

/** Adds up the block sums of `segment_contributions`. */
export const blockAdder = ({
  geometry,
  block_sums,
  segment_sums,
}: Words<'geometry' | 'block_sums' | 'segment_sums'>): SegmentAdder => {
  const crews = geometry[G.crews]!;
  const width = 2 * geometry[G.moments]!;
  const perContour = blockCapacity(crews, geometry[G.capacity]!);

  const addBlocks = (segment: number, first: number, blocks: number): void => {
    const from = first * width;
    const to = segment * width;
    for (let i = 0; i < width; i += 2) {
      let low = 0;
      let high = 0;
      for (let b = 0; b < blocks; b++) {
        low += block_sums[from + b * width + i]!;
        high += block_sums[from + b * width + i + 1]!;
      }
      store64(segment_sums, to + i, low, high);
    }
  };

  return (view, c, contour, first) => {
    const { sides } = view;
    const blocks = blocksOf(crews, sides * view.count);
    const firstBlock = contour * perContour + sides * c * blocks;
    for (let side = 0; side < sides; side++) addBlocks(first + side, firstBlock + side * blocks, blocks);
  };
};

/** Sums candidate `c` of a contour, if it exists. */
export const summer = (
  words: Words<'geometry' | 'state' | 'ring' | 'waiting' | 'edges' | 'segment_sums' | 'totals'>,
  addSegments: SegmentAdder,
): ((c: number, contour: number) => void) => {
  const { geometry, state, edges, segment_sums, totals } = words;
  const moments = geometry[G.moments]!;
  const capacity = geometry[G.capacity]!;
  const candidates = candidateCapacity(capacity);
  const width = 2 * moments;
  const row = totalsWords(moments);
  const views = contoursOf(words);

  return (c, contour) => {
    const { candidates: view, count, base } = views[contour]!;
    if (c >= count) return;
    const at = (contour * candidates + c) * row;
    const extra = at + width;
    const valid = view.look(c);
    totals[extra + Extra.valid] = valid ? 1 : 0;
    if (!valid) return;
    const segment = 2 * (contour * candidates + c);
    addSegments(view, c, contour, segment);
    if (view.phase === Phase.start) return;
    const i = view.vertex;
    const p = view.before(i);
    const n = view.after(i);
    const oldIn = (contour * capacity + p) * width;
    const oldOut = (contour * capacity + i) * width;
    const first = segment * width;
    const second = view.phase === Phase.move ? first + width : -1;
    for (let m = 0; m < width; m += 2) {
      let low = state[base + S.totals + m]! - edges[oldIn + m]! - edges[oldOut + m]! + segment_sums[first + m]!;
      let high =
        state[base + S.totals + m + 1]! - edges[oldIn + m + 1]! - edges[oldOut + m + 1]! + segment_sums[first + m + 1]!;
      if (second >= 0) {
        low += segment_sums[second + m]!;
        high += segment_sums[second + m + 1]!;
      }
      store64(totals, at + m, low, high);
    }
    const px = view.xOf(p);
    const py = view.yOf(p);
    const nx = view.xOf(n);
    const ny = view.yOf(n);
    let dx = state[base + S.totals + width + Extra.dx]!;
    let dy = state[base + S.totals + width + Extra.dy]!;
    let length = state[base + S.totals + width + Extra.length]!;
    dx -= Math.abs(view.xOf(i) - px) + Math.abs(nx - view.xOf(i));
    dy -= Math.abs(view.yOf(i) - py) + Math.abs(ny - view.yOf(i));
    length -= edgeLength(view.xOf(i) - px, view.yOf(i) - py) + edgeLength(nx - view.xOf(i), ny - view.yOf(i));
    if (view.phase === Phase.move) {
      dx += Math.abs(view.x - px) + Math.abs(nx - view.x);
      dy += Math.abs(view.y - py) + Math.abs(ny - view.y);
      length += edgeLength(view.x - px, view.y - py) + edgeLength(nx - view.x, ny - view.y);
      totals[extra + Extra.vertices] = view.vertices;
    } else {
      dx += Math.abs(nx - px);
      dy += Math.abs(ny - py);
      length += edgeLength(nx - px, ny - py);
      totals[extra + Extra.vertices] = view.vertices - 1;
    }
    totals[extra + Extra.dx] = dx;
    totals[extra + Extra.dy] = dy;
    totals[extra + Extra.length] = length;
  };
};
