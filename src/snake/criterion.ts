import wgsl from '../wgsl/criterion.wgsl';
import type { Kernel } from '../worker/recording.js';
import {
  candidateCapacity,
  candidatesOf,
  Extra,
  energyWords,
  G,
  lanes,
  Phase,
  S,
  Status,
  stateWords,
  totalsWords,
} from './layout.js';
import { Scores } from './scores.js';

/**
 * Scores every candidate (Perrot et al. 2011, V.D, with the whole-number criterion of ALGORITHMS A.7): the energy of
 * the partition for a move, the description length for a removal. Group (x, 1, contour), 64 candidates a group.
 */
export const criterion: Kernel = {
  name: 'criterion',
  wgsl,
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'state', access: 'read' },
    { name: 'totals', access: 'read' },
    { name: 'scores', access: 'read-write' },
  ],
  twin: ({ geometry, state, totals, scores }) => {
    const judge = new Scores(geometry!);
    const moments = geometry![G.moments]!;
    const candidates = candidateCapacity(geometry![G.capacity]!);
    const row = totalsWords(moments);
    const words = stateWords(moments);
    return (x, _y, contour) => {
      const base = contour * words;
      const phase = state![base + S.phase]!;
      if (state![base + S.status] !== Status.running || (phase !== Phase.move && phase !== Phase.prune)) return;
      const count = candidatesOf(phase, state![base + S.set]!, state![base + S.nodes]!);
      const end = Math.min(count, (x + 1) * lanes);
      for (let c = x * lanes; c < end; c++) {
        const index = contour * candidates + c;
        const at = index * row;
        const score = index * energyWords;
        if (totals![at + 2 * moments + Extra.valid] === 0) judge.writeWorst(scores!, score);
        else
          judge.write(
            phase === Phase.move ? 'energy' : 'length',
            { scores: scores!, score, totals: totals!, row: at },
            state!,
            base,
          );
      }
    };
  },
};
