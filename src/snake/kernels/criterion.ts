import { defineKernel, type Words } from '../../compute/recording.js';
import { ringScore, type ScoreKind, Scores } from '../criterion/scores.js';
import {
  Closed,
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
import { isKept } from './shared/ranked-acceptance.js';

/**
 * Scores every candidate (Perrot et al. 2011, V.D, with the whole-number criterion of ALGORITHMS A.7): the energy of
 * the partition for a move, the description length for a removal. Group (x, 1, contour), 64 candidates a group. Once candidates are chosen, it scores
 * anew those that are kept of the ranked ones, but for the first, 64 ranks a group; and once the stage is closed, the ring, where `state.closed` says so.
 */
export const criterion = defineKernel({
  name: 'criterion',
  wgsl: () => import('../../wgsl/snake/criterion.wgsl'),
  bindings: [
    { name: 'geometry', access: 'uniform' },
    { name: 'state', access: 'read-write' },
    { name: 'totals', access: 'read' },
    { name: 'scores', access: 'read-write' },
    { name: 'order', access: 'read' },
  ],
  cpu: (words) => {
    const { geometry, state, order } = words;
    const score = scorer(words);
    const judge = new Scores(geometry);
    const capacity = geometry[G.capacity]!;
    const length = stateWords(geometry[G.moments]!);
    const scoreRing = (kind: ScoreKind, base: number): void => {
      if (state[base + S.closed]! & Closed[kind]) judge.write(kind, ringScore(kind, state, base), state, base);
    };
    return (x, _y, contour) => {
      const base = contour * length;
      const ranked = state[base + S.evaluated] === state[base + S.phase];
      if (state[base + S.closed] !== 0) {
        if (x > 0) return;
        scoreRing('energy', base);
        scoreRing('length', base);
      } else if (ranked) {
        for (let rank = Math.max(1, x * LANES); rank < Math.min((x + 1) * LANES, state[base + S.improving]!); rank++) {
          const entry = order[contour * capacity + rank]!;
          if (isKept(entry)) score(entry, contour);
        }
      } else for (let c = x * LANES; c < (x + 1) * LANES; c++) score(c, contour);
    };
  },
});

/** Scores candidate `c` of a contour, if it exists. */
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
