/** Improves a contour when no single move does any more: removes folds, which block vertices. */

import type { Ring } from '../../core/geometry/ring.js';
import { FINER_DISTANCE, type RingStart } from '../starts.js';
import { LONGEST_SIDE } from '../tables/tables.js';
import type { Evolved, Evolving, Sizes } from './evolve-in.js';
import { HOLDS_NO_LINE, SIDES_MEET, withoutFolds } from './folds.js';
import type { Snapshot } from './optimiser.js';

/** Continues the evolution of a contour, from another ring or with other pins. */
export type GoOn = (best: Snapshot, start: Partial<RingStart>, sizes: Sizes) => Evolving;

/** Continues from another ring; of the two results the one with the shorter description is kept. */
export async function* evolvedFrom(last: Evolved, ring: Ring, minimumLength: number, goOn: GoOn): Evolving {
  const next = yield* goOn(last.best, { ring }, { distance: FINER_DISTANCE, minimumLength });
  return next.best.length < last.best.length ? next : { ...last, stopped: next.stopped };
}

/**
 * The contour without its folds (ALGORITHMS A.4). Where sides that nearly meet have blocked vertices, the snake first continues without those folds.
 * @param pinned vertices that are kept
 */
export async function* unfolded(
  folded: Evolved,
  pinned: Ring | undefined,
  minimumLength: number,
  goOn: GoOn,
): Evolving {
  const free = withoutFolds(folded.best.ring, SIDES_MEET, pinned);
  const last = free ? yield* evolvedFrom(folded, free, minimumLength, goOn) : folded;
  const ring = last.stopped ? undefined : withoutFolds(last.best.ring, HOLDS_NO_LINE, pinned);
  if (ring === undefined) return last;
  // All of its vertices are fixed: it is only measured.
  const measured = yield* goOn(last.best, { ring, pinned: ring }, { distance: 1, minimumLength: LONGEST_SIDE });
  // With too few pixels it would not be a contour.
  return Number.isFinite(measured.best.criterion) ? measured : { ...last, stopped: measured.stopped };
}
