/** `legal_moves` of one slot: a vertex's best candidate that keeps the ring strictly simple, or whether it may go. */
import { compareCandidates, improves, isWorst } from './compare';
import { after, before, choice, decisions, movedX, movedY, phase, put, vertexOf, waiting, xOf, yOf } from './contour';
import { Phase_move, Phase_prune, S_evaluated } from './layout';
import { isLegal } from './legality';

const improving = memory.data(4 * 8);

export function decide(slot: i32): void {
  if (slot >= decisions()) return;
  if (slot === 0) put(S_evaluated, phase);
  if (phase === Phase_move) {
    const chosen = bestMove(slot);
    store<i32>(choice + (slot << 2), chosen);
    if (chosen === 0) store<i32>(waiting + (vertexOf(8 * slot) << 2), 1);
  } else if (phase === Phase_prune) store<i32>(choice + (slot << 2), removal(slot));
}

/** The candidate + 1, or 0. */
function bestMove(slot: i32): i32 {
  let count = 0;
  for (let w = 0; w < 8; w++) {
    const candidate = 8 * slot + w;
    if (!improves(candidate)) continue;
    let at = count++;
    for (; at > 0; at--) {
      const other = load<i32>(improving + ((at - 1) << 2));
      if (compareCandidates(other, candidate) <= 0) break;
      store<i32>(improving + (at << 2), other);
    }
    store<i32>(improving + (at << 2), candidate);
  }
  const i = vertexOf(8 * slot);
  for (let k = 0; k < count; k++) {
    const candidate = load<i32>(improving + (k << 2));
    const x = movedX(xOf(i), candidate);
    const y = movedY(yOf(i), candidate);
    if (isLegal(before(i), after(i), true, x, y)) return candidate + 1;
  }
  return 0;
}

function removal(i: i32): i32 {
  if (!improves(i)) return 0;
  if (!goesBefore(i, before(i)) || !goesBefore(i, after(i))) return 0;
  return isLegal(before(i), after(i), false, 0, 0) ? i + 1 : 0;
}

/** Of two vertices with equal scores the even one goes first, so that half of a straight run's vertices can go at once. */
function goesBefore(i: i32, neighbour: i32): bool {
  if (isWorst(neighbour)) return true;
  const order = compareCandidates(i, neighbour);
  if (order !== 0) return order < 0;
  return ((i ^ neighbour) & 1) !== 0 ? (i & 1) === 0 : i < neighbour;
}
