import { defineKernel, type Words } from '../../compute/recording.js';
import { Scores } from '../criterion/scores.js';
import {
  candidateCapacity,
  candidatesOf,
  ENERGY_WORDS,
  Extra,
  G,
  LANES,
  Phase,
  S,
  Status,
  stateWords,
  totalsWords,
} from './shared/layout.js';

/**
 * Scores every candidate (Perrot et al. 2011, V.D, with the whole-number criterion of ALGORITHMS A.7): the energy of
 * the partition for a move, the description length for a removal. Group (x, 1, contour), 64 candidates a group.
 */
export const criterion = defineKernel({
  name: 'criterion',
  wgsl: () => import('../../wgsl/snake/criterion.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'state', access: 'read' },
    { name: 'totals', access: 'read' },
    { name: 'scores', access: 'read-write' },
  ],
  cpu: (words) => {
    const score = scorer(words);
    return (x, _y, contour) => {
      for (let c = x * LANES; c < (x + 1) * LANES; c++) score(c, contour);
    };
  },
});

/** Scores candidate `c` of a contour, if there is such a one. */
export const scorer = ({
  geometry,
  state,
  totals,
  scores,
}: Words<'geometry' | 'state' | 'totals' | 'scores'>): ((c: number, contour: number) => void) => {
  const judge = new Scores(geometry);
  const moments = geometry[G.moments]!;
  const candidates = candidateCapacity(geometry[G.capacity]!);
  const row = totalsWords(moments);
  const words = stateWords(moments);
  return (c, contour) => {
    const base = contour * words;
    const phase = state[base + S.phase]!;
    if (state[base + S.status] !== Status.running || (phase !== Phase.move && phase !== Phase.prune)) return;
    if (c >= candidatesOf(phase, state[base + S.set]!, state[base + S.vertices]!)) return;
    const index = contour * candidates + c;
    const at = index * row;
    const score = index * ENERGY_WORDS;
    if (totals[at + 2 * moments + Extra.valid] === 0) judge.writeWorst(scores, score);
    else {
      const kind = phase === Phase.move ? 'energy' : 'length';
      judge.write(kind, { scores: scores, score, totals: totals, row: at }, state, base);
    }
  };
};
