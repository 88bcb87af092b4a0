import { defineKernel } from '../../compute/recording.js';
import { Scores } from '../criterion/scores.js';
import { joinStart } from './shared/closing-start.js';
import { Decision } from './shared/decision.js';
import { Phase, S, Status } from './shared/layout.js';
import { joinRanked } from './shared/ranked-acceptance.js';

/**
 * Once `rank_moves` has ranked a stage's candidates: `order` keeps its mark of a clash where the better one is kept itself, and each kept candidate gets
 * the totals of it and all better ones together. Of a ring that starts: its edges and totals, once they have all been summed. Group (1, 1, contour).
 */
export const joinMoves = defineKernel({
  name: 'join_moves',
  wgsl: () => import('../../wgsl/snake/join_moves.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'state', access: 'read-write' },
    { name: 'ring', access: 'read' },
    { name: 'edges', access: 'read-write' },
    { name: 'segment_sums', access: 'read' },
    { name: 'totals', access: 'read-write' },
    { name: 'order', access: 'read-write' },
  ],
  cpu: (words) => {
    const { geometry, state, order } = words;
    const judge = new Scores(geometry);
    const start = joinStart(words);
    // This kernel computes no scores, so none are bound.
    const unscored = { ...words, scores: new Uint32Array(0) };
    return (_x, _y, contour) => {
      const view = new Decision(unscored, judge, contour);
      if (state[view.base + S.status] !== Status.running || state[view.base + S.evaluated] !== view.phase) return;
      if (view.phase === Phase.start) start(contour);
      else if (view.phase !== Phase.none) joinRanked(view, order);
    };
  },
});
