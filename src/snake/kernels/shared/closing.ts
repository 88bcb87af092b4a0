import type { GroupFunction, Words } from '../../../compute/recording.js';
import { Scores } from '../../criterion/scores.js';
import { Decision } from './decision.js';
import { Closed, Phase, S, Status } from './layout.js';
import { countStep } from './phases.js';
import { accepted } from './ranked-acceptance.js';

/** The words used by the kernels that close a stage. */
export type ClosingWords = Words<
  'geometry' | 'state' | 'ring' | 'waiting' | 'edges' | 'segment_sums' | 'totals' | 'scores' | 'order'
>;

/**
 * A kernel function that closes a step of one phase with the candidates that ranked acceptance takes, best first: `close` updates ring and state.
 * For one contour.
 */
export const closingGroup =
  (phase: number, close: (view: Decision, accepted: readonly number[], words: ClosingWords) => void) =>
  (words: ClosingWords): GroupFunction => {
    const { geometry, state, order } = words;
    const judge = new Scores(geometry);
    return (_x, _y, contour) => {
      const view = new Decision(words, judge, contour);
      const { base } = view;
      if (state[base + S.status] !== Status.running || view.phase !== phase) return;
      if (state[base + S.evaluated] !== phase) return;
      state[base + S.evaluated] = Phase.none;
      state[base + S.closed] = Closed.stage;
      close(view, accepted(view, order), words);
      countStep(geometry, state, base);
    };
  };
