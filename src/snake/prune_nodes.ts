import wgsl from '../wgsl/prune_nodes.wgsl';
import type { Kernel } from '../worker/recording.js';
import { Decision } from './decision.js';
import { G, Phase, S, Status } from './layout.js';
import { beginPass, countStep } from './phases.js';
import { acceptRanked, adopt } from './ranked_acceptance.js';
import { Scores } from './scores.js';

/** Distance at which passes resume after a pruning. */
const refineDistance = 4;

/**
 * Removes the nodes whose absence shortens the description (ALGORITHMS A.3, A.4): the chosen removals by ranked
 * acceptance, round after round until none is left; then passes at d = 4, 2, 1 refine what remains. Ends the run when
 * neither changed anything. Group (1, 1, contour).
 */
export const pruneNodes: Kernel = {
  name: 'prune_nodes',
  wgsl,
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'state', access: 'read-write' },
    { name: 'ring', access: 'read-write' },
    { name: 'waiting', access: 'read-write' },
    { name: 'edges', access: 'read-write' },
    { name: 'segment_sums', access: 'read' },
    { name: 'totals', access: 'read-write' },
    { name: 'scores', access: 'read-write' },
    { name: 'order', access: 'read' },
  ],
  twin: ({ geometry, state, ring, waiting, edges, segment_sums, totals, scores, order }) => {
    const judge = new Scores(geometry!);
    const capacity = geometry![G.capacity]!;
    const width = 2 * geometry![G.moments]!;
    return (_x, _y, contour) => {
      const view = new Decision(geometry!, state!, ring!, totals!, scores!, judge, contour);
      const { base } = view;
      if (state![base + S.status] !== Status.running || view.phase !== Phase.prune) return;
      if (state![base + S.evaluated] !== Phase.prune) return;
      state![base + S.evaluated] = Phase.none;
      const removable = Math.max(0, view.nodes - 3);
      const accepted = acceptRanked(view, order!).slice(0, removable);
      const nodes = contour * capacity;
      if (accepted.length > 0) {
        adopt(view, accepted.at(-1)!);
        for (const i of accepted) {
          const segment = 2 * (view.first + i) * width;
          const before = (nodes + view.before(i)) * width;
          for (let word = 0; word < width; word++) edges![before + word] = segment_sums![segment + word]!;
        }
        const gone = new Set(accepted);
        let to = 0;
        for (let i = 0; i < view.nodes; i++) {
          if (gone.has(i)) continue;
          ring![view.ring.at + 2 * to] = ring![view.ring.at + 2 * i]!;
          ring![view.ring.at + 2 * to + 1] = ring![view.ring.at + 2 * i + 1]!;
          for (let word = 0; word < width; word++) {
            edges![(nodes + to) * width + word] = edges![(nodes + i) * width + word]!;
          }
          to++;
        }
        state![base + S.nodes] = to;
        state![base + S.removals]! += accepted.length;
        state![base + S.changed]! += accepted.length;
        judge.write(
          'energy',
          { scores: state!, score: base + S.energy, totals: state!, row: base + S.totals },
          state!,
          base,
        );
      } else if (state![base + S.refining] === 1 && state![base + S.changed] === 0) {
        state![base + S.status] = Status.done;
      } else {
        state![base + S.refining] = 1;
        state![base + S.changed] = 0;
        state![base + S.distance] = refineDistance;
        beginPass(geometry!, state!, base, waiting!, contour);
      }
      countStep(geometry!, state!, base);
    };
  },
};
