import { defineKernel, type Kernel, type Words } from '../../../compute/recording.js';
import { Scores } from '../../criterion/scores.js';
import { Decision } from './decision.js';
import { Phase, S, Status } from './layout.js';
import { countStep } from './phases.js';
import { acceptRanked } from './ranked-acceptance.js';

/** The words that a closing kernel reads and writes. */
export type ClosingWords = Words<
  'geometry' | 'state' | 'ring' | 'waiting' | 'edges' | 'segment_sums' | 'totals' | 'scores' | 'order'
>;

/**
 * A kernel that ends a step of its phase with the candidates that ranked acceptance takes, best first: `close` changes
 * ring and state by them. Group (1, 1, contour).
 */
export const closingKernel = (
  name: string,
  wgsl: Kernel['wgsl'],
  phase: number,
  close: (view: Decision, accepted: readonly number[], words: ClosingWords) => void,
): Kernel =>
  defineKernel({
    name,
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
    cpu: (words) => {
      const { geometry, state, ring, totals, scores, order } = words;
      const judge = new Scores(geometry);
      return (_x, _y, contour) => {
        const view = new Decision(geometry, state, ring, totals, scores, judge, contour);
        const { base } = view;
        if (state[base + S.status] !== Status.running || view.phase !== phase) return;
        if (state[base + S.evaluated] !== phase) return;
        state[base + S.evaluated] = Phase.none;
        close(view, acceptRanked(view, order), words);
        countStep(geometry, state, base);
      };
    },
  });
