/** The CPU kernel `try_moves`. */
import { candidates, look, phase, vertices } from './contour';
import { decide } from './decide';
import { Phase_move, Phase_prune, Phase_start } from './layout';
import { tryCandidate } from './totals';

/** Group `part` of at most `parts`: as many slots of a contour as each must take, side by side. */
export function tryMoves(contour: i32, part: i32, parts: i32): void {
  if (!look(contour)) return;
  const all = phase === Phase_move ? candidates() >> 3 : candidates();
  const share = (all + parts - 1) / parts;
  const first = min(part * share, all);
  const end = min(first + share, all);
  if (phase === Phase_prune && first < end) {
    // A removal has to be better than its neighbours'.
    tryCandidate(first === 0 ? vertices - 1 : first - 1);
    tryCandidate(end === vertices ? 0 : end);
  }
  for (let slot = first; slot < end; slot++) {
    if (phase === Phase_move) {
      for (let c = 8 * slot; c < 8 * slot + 8; c++) tryCandidate(c);
      decide(slot);
    } else tryCandidate(slot);
  }
  if (phase === Phase_prune) for (let slot = first; slot < end; slot++) decide(slot);
  if (phase === Phase_start && part === 0) decide(0);
}
