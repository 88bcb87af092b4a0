import { defineKernel } from '../../compute/recording.js';
import { closeMoves } from './shared/closing-moves.js';
import { closeRemovals } from './shared/closing-removals.js';
import { closeStart } from './shared/closing-start.js';

/**
 * Closes a stage, once what `join_moves` keeps of its candidates is scored: moves the vertices or removes them, or takes up a ring that starts; then the
 * next stage, pass or phase. `state.closed` says what `criterion` is to score of the ring. Group (1, 1, contour).
 */
export const closeStage = defineKernel({
  name: 'close_stage',
  wgsl: () => import('../../wgsl/snake/close_stage.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'state', access: 'read-write' },
    { name: 'ring', access: 'read-write' },
    { name: 'waiting', access: 'read-write' },
    { name: 'edges', access: 'read-write' },
    { name: 'segment_sums', access: 'read' },
    { name: 'totals', access: 'read' },
    { name: 'scores', access: 'read' },
    { name: 'order', access: 'read' },
  ],
  cpu: (words) => {
    // At most one of them has a stage to close.
    const all = [closeMoves, closeRemovals, closeStart].map((close) => close(words));
    return (x, y, contour) => {
      for (const close of all) close(x, y, contour);
    };
  },
});
