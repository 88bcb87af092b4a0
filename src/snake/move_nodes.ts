import wgsl from '../wgsl/move_nodes.wgsl';
import type { Kernel } from '../worker/recording.js';
import { Decision } from './decision.js';
import { G, Phase, S, Status } from './layout.js';
import { movedX, movedY } from './moved.js';
import { countStep, endStage } from './phases.js';
import { acceptRanked, adopt } from './ranked_acceptance.js';
import { Scores } from './scores.js';

/**
 * Closes a stage: accepts the best of the chosen moves together (ranked acceptance), moves their nodes, wakes their
 * neighbours, and goes on to the next stage, pass or phase. Group (1, 1, contour).
 */
export const moveNodes: Kernel = {
  name: 'move_nodes',
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
      if (state![base + S.status] !== Status.running || view.phase !== Phase.move) return;
      if (state![base + S.evaluated] !== Phase.move) return;
      state![base + S.evaluated] = Phase.none;
      const accepted = acceptRanked(view, order!);
      if (accepted.length > 0) adopt(view, accepted.at(-1)!);
      const { at } = view.ring;
      const nodes = contour * capacity;
      for (const candidate of accepted) {
        const i = view.nodeOf(candidate);
        const p = view.before(i);
        const n = view.after(i);
        ring![at + 2 * i] = movedX(state!, base, ring![at + 2 * i]!, candidate);
        ring![at + 2 * i + 1] = movedY(state!, base, ring![at + 2 * i + 1]!, candidate);
        const segment = 2 * (view.first + candidate) * width;
        for (let word = 0; word < width; word++) {
          edges![(nodes + p) * width + word] = segment_sums![segment + word]!;
          edges![(nodes + i) * width + word] = segment_sums![segment + width + word]!;
        }
        waiting![nodes + p] = 0;
        waiting![nodes + i] = 0;
        waiting![nodes + n] = 0;
      }
      state![base + S.moved]! += accepted.length;
      state![base + S.moves]! += accepted.length;
      state![base + S.changed]! += accepted.length;
      endStage(geometry!, state!, base, waiting!, contour);
      if (state![base + S.phase] !== Phase.move || state![base + S.status] !== Status.running) {
        judge.write(
          'length',
          { scores: state!, score: base + S.length, totals: state!, row: base + S.totals },
          state!,
          base,
        );
      }
      countStep(geometry!, state!, base);
    };
  },
};
