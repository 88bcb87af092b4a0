import { defineKernel } from '../../compute/recording.js';
import { Scores } from '../criterion/scores.js';
import { movedX, movedY } from './shared/candidates.js';
import { Decision } from './shared/decision.js';
import { DIRECTIONS, decisionsOf, G, Phase, S, Status } from './shared/layout.js';
import { isLegal } from './shared/legality.js';

/**
 * Chooses for each vertex its best legal candidate (ALGORITHMS A.4 step 2, A.6): among the moves that improve, in the
 * order of (score, direction), the first that keeps the polygon strictly simple; for removals, those that shorten the
 * description, are a strict local minimum among their neighbours (ties: see `precedes`), and are legal. Group (slot, 1,
 * contour). `choice` holds the candidate + 1, or 0. A vertex with nothing to do waits until a neighbour moves.
 */
export const legalMoves = defineKernel({
  name: 'legal_moves',
  wgsl: () => import('../../wgsl/snake/legal_moves.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'state', access: 'read-write' },
    { name: 'ring', access: 'read' },
    { name: 'waiting', access: 'read-write' },
    { name: 'totals', access: 'read' },
    { name: 'scores', access: 'read' },
    { name: 'choice', access: 'read-write' },
  ],
  cpu: (words) => {
    const { geometry, state, waiting, choice } = words;
    const judge = new Scores(geometry);
    const capacity = geometry[G.capacity]!;
    const views = Array.from({ length: geometry[G.contours]! }, (_, contour) => new Decision(words, judge, contour));

    const bestMove = (view: Decision, slot: number): number => {
      const improving: number[] = [];
      for (let w = 0; w < DIRECTIONS; w++) {
        const c = DIRECTIONS * slot + w;
        if (view.improves(c)) improving.push(c);
      }
      if (improving.length > 1) improving.sort((a, b) => view.compare(a, b) || a - b);
      const i = view.vertexOf(DIRECTIONS * slot);
      const { words: ring, at } = view.ring;
      for (const c of improving) {
        const x = movedX(state, view.base, ring[at + 2 * i]!, c);
        const y = movedY(state, view.base, ring[at + 2 * i + 1]!, c);
        if (isLegal(view.ring, view.before(i), view.after(i), true, x, y)) return c + 1;
      }
      return 0;
    };

    const removal = (view: Decision, i: number): number => {
      if (!view.improves(i)) return 0;
      for (const neighbour of [view.before(i), view.after(i)]) {
        if (view.isWorst(neighbour)) continue;
        const order = view.compare(i, neighbour);
        if (order > 0 || (order === 0 && !precedes(i, neighbour))) return 0;
      }
      return isLegal(view.ring, view.before(i), view.after(i), false, 0, 0) ? i + 1 : 0;
    };

    return (slot, _y, contour) => {
      const view = views[contour]!;
      if (state[view.base + S.status] !== Status.running) return;
      if (slot >= decisionsOf(view.phase, view.set, view.vertices)) return;
      if (slot === 0) state[view.base + S.evaluated] = view.phase;
      const at = contour * capacity + slot;
      if (view.phase === Phase.move) {
        choice[at] = bestMove(view, slot);
        if (choice[at] === 0) waiting[contour * capacity + view.vertexOf(DIRECTIONS * slot)] = 1;
      } else if (view.phase === Phase.prune) choice[at] = removal(view, slot);
    };
  },
});

/** Orders two vertices with equal scores: the even one precedes, so that half of a straight run's vertices can be removed at once. */
const precedes = (i: number, j: number): boolean => ((i ^ j) & 1 ? (i & 1) === 0 : i < j);
