/**
 * Ranked acceptance (ALGORITHMS A.4 steps 3 and 4): single moves that improve need not improve together, since the
 * criterion is not additive over vertices. The best are kept while they do not clash; then the number m of them to apply
 * is the one whose joint score is best. m ≥ 1, so the score falls strictly at every stage and the run must end.
 */

import { store64 } from '../../../core/numbers/wide.js';
import { clashes, newEdges } from './clash.js';
import type { Decision } from './decision.js';
import { CONFLICT_BIT, Extra, G, S, totalsWords } from './layout.js';

/** Whether an entry of `order` belongs to a kept candidate, once ranks are joined. */
export const isKept = (entry: number): boolean => entry < CONFLICT_BIT;

/**
 * Clears the conflict flag of candidates that clash with no better kept candidate, and replaces the totals of each kept candidate, in order,
 * by the joint totals of it and all better kept ones.
 */
export const joinRanked = (view: Decision, order: Uint32Array): void => {
  const { state, base, totals } = view;
  const first = view.contour * view.geometry[G.capacity]!;
  const kept: number[] = [];
  for (let rank = 0; rank < state[base + S.improving]!; rank++) {
    const entry = order[first + rank]!;
    const candidate = (entry & ~CONFLICT_BIT) >>> 0;
    const conflict =
      !isKept(entry) && kept.some((better) => clashes(view, newEdges(view, candidate), newEdges(view, better)));
    if (conflict) continue;
    order[first + rank] = candidate;
    kept.push(candidate);
  }
  const width = 2 * view.geometry[G.moments]!;
  for (let m = 1; m < kept.length; m++) {
    const at = view.scored(kept[m]!);
    const before = view.scored(kept[m - 1]!);
    for (let word = 0; word < width; word += 2) {
      store64(
        totals,
        at.row + word,
        totals[at.row + word]! + totals[before.row + word]! - state[base + S.totals + word]!,
        totals[at.row + word + 1]! + totals[before.row + word + 1]! - state[base + S.totals + word + 1]!,
      );
    }
    for (let word = width; word < width + Extra.valid; word++) {
      totals[at.row + word]! += totals[before.row + word]! - state[base + S.totals + word]!;
    }
  }
};

/** The candidates to apply, best first, chosen by the scores of the joint totals; the last one's row and score become the ring's. */
export const accepted = (view: Decision, order: Uint32Array): readonly number[] => {
  const first = view.contour * view.geometry[G.capacity]!;
  const kept = [...order.subarray(first, first + view.state[view.base + S.improving]!)].filter(isKept);
  let best = 0;
  for (let m = 1; m < kept.length; m++) {
    if (view.less(view.scored(kept[m]!), view.scored(kept[best]!))) best = m;
  }
  return kept.slice(0, best + 1);
};

/** Makes the accepted totals and score the ring's. */
export const adopt = (view: Decision, candidate: number): void => {
  const from = view.scored(candidate);
  const { state, present, totals, scores } = view;
  const words = totalsWords(view.geometry[G.moments]!);
  for (let word = 0; word < words; word++) state[present.row + word] = totals[from.row + word]!;
  for (let word = 0; word < 4; word++) state[present.score + word] = scores[from.score + word]!;
};
