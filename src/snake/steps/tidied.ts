/** What is done to a contour when no move of a vertex betters it any more: folds hold vertices that would move without them. */

import type { RunCommand, RunState } from '../../algorithm/algorithm.js';
import type { Ring } from '../../core/geometry/ring.js';
import { FINER_DISTANCE, type RingStart } from '../starts.js';
import { LONGEST_SIDE } from '../tables/tables.js';
import type { Evolved, Sizes } from './evolve-in.js';
import { HOLDS_NO_LINE, SIDES_MEET, withoutFolds } from './folds.js';
import type { Snapshot } from './optimiser.js';

type Evolution = AsyncGenerator<RunState, Evolved, RunCommand>;

/** Goes on with the evolution of a contour, from another ring, or with other pins. */
export type GoOn = (best: Snapshot, start: Partial<RingStart>, sizes: Sizes) => Evolution;

/** Goes on from another ring; what has the shorter description stays. */
export async function* evolvedFrom(last: Evolved, ring: Ring, minimumLength: number, goOn: GoOn): Evolution {
  const next = yield* goOn(last.best, { ring }, { distance: FINER_DISTANCE, minimumLength });
  return next.best.length < last.best.length ? next : { ...last, stopped: next.stopped };
}

/**
 * The contour without its folds (ALGORITHMS A.4). Where sides that nearly meet have held vertices, the snake goes on without them first.
 * @param pinned vertices that stay
 */
export async function* unfolded(
  folded: Evolved,
  pinned: Ring | undefined,
  minimumLength: number,
  goOn: GoOn,
): Evolution {
  const free = withoutFolds(folded.best.ring, SIDES_MEET, pinned);
  const last = free ? yield* evolvedFrom(folded, free, minimumLength, goOn) : folded;
  const ring = last.stopped ? undefined : withoutFolds(last.best.ring, HOLDS_NO_LINE, pinned);
  if (ring === undefined) return last;
  // No vertex of it moves any more: it is measured.
  const measured = yield* goOn(last.best, { ring, pinned: ring }, { distance: 1, minimumLength: LONGEST_SIDE });
  // With too few pixels left it would be no contour.
  return Number.isFinite(measured.best.criterion) ? measured : { ...last, stopped: measured.stopped };
}
