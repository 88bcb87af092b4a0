/** Ranked acceptance, as `src/snake/kernels/shared/ranked-acceptance.ts`. */
import { momentBytes, rowBytes } from './bound';
import { compare, write } from './compare';
import { phase, present, presentScore, ranking, rowOf, scoreOf } from './contour';
import { Extra_valid, Phase_prune } from './layout';
import { behindRanking, CONFLICT, clashOf } from './rank';

export function accepted(k: i32): i32 {
  return load<i32>(behindRanking() + (k << 3));
}

/**
 * Replaces the totals and score of each kept candidate of the `count` ranked ones by those of it and all better ones
 * together. Returns how many to apply, best first: `accepted(0)`, …; the last one's row and score are the new ring's.
 */
export function acceptRanked(count: i32): i32 {
  const length = phase === Phase_prune;
  const list = behindRanking();
  let kept = 0;
  for (let rank = 0; rank < count; rank++) {
    const entry = load<i32>(ranking + (rank << 2));
    let conflict = false;
    if ((entry & CONFLICT) !== 0) {
      for (let k = 0; k < kept && !conflict; k++) conflict = clashOf(rank, load<i32>(list + (k << 3), 4));
    }
    if (conflict) continue;
    store<i32>(list + (kept << 3), entry & ~CONFLICT);
    store<i32>(list + (kept++ << 3), rank, 4);
  }
  let best = 0;
  for (let m = 1; m < kept; m++) {
    const candidate = accepted(m);
    const row = rowOf(candidate);
    const before = rowOf(accepted(m - 1));
    for (let at = 0; at < momentBytes; at += 8) {
      store<i64>(row + at, load<i64>(row + at) + load<i64>(before + at) - load<i64>(present + at));
    }
    for (let at = momentBytes; at < momentBytes + (Extra_valid << 2); at += 4) {
      store<i32>(row + at, load<i32>(row + at) + load<i32>(before + at) - load<i32>(present + at));
    }
    write(length, row, scoreOf(candidate));
    const leader = accepted(best);
    if (compare(length, scoreOf(candidate), row, scoreOf(leader), rowOf(leader)) < 0) best = m;
  }
  return kept === 0 ? 0 : best + 1;
}

/** Makes the totals and score of an accepted candidate those of the ring. */
export function adopt(candidate: i32): void {
  memory.copy(present, rowOf(candidate), rowBytes);
  memory.copy(presentScore(), scoreOf(candidate), 16);
}
