import wgsl from '../wgsl/evaluate_candidates.wgsl';
import type { Kernel } from '../worker/recording.js';
import { criterion } from './criterion.js';
import { sumContributions } from './sum_contributions.js';

/**
 * `sum_contributions` and `criterion` in one dispatch: each candidate's totals and then its score. A dispatch costs a
 * GPU about as much as all that one of these two does. Group (x, 1, contour), 64 candidates a group.
 */
export const evaluateCandidates: Kernel = {
  name: 'evaluate_candidates',
  wgsl,
  bindings: [...sumContributions.bindings, { name: 'scores', access: 'read-write' }],
  twin: (words, constants) => {
    const sum = sumContributions.twin(words, constants);
    const score = criterion.twin(words, constants);
    return (x, y, contour) => {
      sum(x, y, contour);
      score(x, y, contour);
    };
  },
};
