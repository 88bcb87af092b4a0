import { defineKernel } from '../../compute/recording.js';
import { Scores } from '../criterion/scores.js';
import { clashes, newEdges } from './shared/clash.js';
import { Decision } from './shared/decision.js';
import { CONFLICT_BIT, decisionsOf, G, Phase, S, Status } from './shared/layout.js';

/**
 * Sorts the chosen candidates by (score, vertex) and marks those that clash with a better one (ALGORITHMS A.4 step 3).
 * Group (slot, 1, contour). `order[rank]` holds the candidate, with `CONFLICT_BIT` where it clashes;
 * `state.improving` their number.
 */
export const rankMoves = defineKernel({
  name: 'rank_moves',
  wgsl: () => import('../../wgsl/snake/rank_moves.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'state', access: 'read-write' },
    { name: 'ring', access: 'read' },
    { name: 'totals', access: 'read' },
    { name: 'scores', access: 'read' },
    { name: 'choice', access: 'read' },
    { name: 'order', access: 'read-write' },
  ],
  cpu: (words) => {
    const { geometry, state, choice, order } = words;
    const judge = new Scores(geometry);
    const capacity = geometry[G.capacity]!;
    const views = Array.from({ length: geometry[G.contours]! }, (_, contour) => {
      const view = new Decision(words, judge, contour);
      const slots = decisionsOf(view.phase, view.set, view.vertices);
      // The shader counts the better candidates of each; one sort gives the same ranks.
      const ranked: number[] = [];
      if (view.phase !== Phase.start) {
        for (let slot = 0; slot < slots; slot++) {
          const chosen = choice[contour * capacity + slot]!;
          if (chosen > 0) ranked.push(chosen - 1);
        }
      }
      ranked.sort((a, b) => view.compare(a, b) || a - b);
      const edges = ranked.map((candidate) => newEdges(view, candidate));
      const rankOf = new Map(ranked.map((candidate, rank) => [candidate, rank]));
      return { view, slots, edges, rankOf };
    });
    return (slot, _y, contour) => {
      const { view, slots, edges, rankOf } = views[contour]!;
      if (state[view.base + S.status] !== Status.running || view.phase === Phase.start) return;
      if (slot === 0) state[view.base + S.improving] = edges.length;
      const chosen = slot < slots ? choice[contour * capacity + slot]! : 0;
      if (chosen === 0) return;
      const candidate = chosen - 1;
      const rank = rankOf.get(candidate)!;
      let conflict = false;
      for (let better = 0; better < rank && !conflict; better++) {
        conflict = clashes(view, edges[rank]!, edges[better]!);
      }
      order[contour * capacity + rank] = conflict ? (candidate | CONFLICT_BIT) >>> 0 : candidate;
    };
  },
});
