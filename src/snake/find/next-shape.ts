/**
 * The next larger or smaller shape of a click (ALGORITHMS D.12): shapes are tried in order of size until the contour of one satisfies the
 * request.
 */

import type { Outcome, RunCommand, RunState, Task } from '../../algorithm/algorithm.js';
import { isMet } from '../../algorithm/shapes/mark-sides.js';
import { SegmenterError } from '../../core/errors.js';
import { twiceArea } from '../../core/geometry/ring.js';
import { because } from '../../core/reasons.js';
import { CommandRelay } from '../hints/command-relay.js';
import type { RunProgress } from '../steps/progress.js';
import type { Click, Point } from './click.js';
import { type FoundStart, pointOf, type RunBox } from './find-round.js';
import { laddersOf } from './known-ladders.js';
import { APART, ladder, type Rung } from './ladder.js';
import { rectanglesRound } from './rectangles-round.js';
import { isWhiteRound, laddersRound } from './round-click.js';
import { isStartError } from './start-error.js';

/**
 * Minimum factor between the area of another object's contour and a given area: halfway, on a scale of logarithms, from that area to one
 * `APART` from it, as a snake changes the area of the shape that it starts from.
 */
const ANOTHER = Math.sqrt(APART);

/** Bound of a request on the area. */
export interface Bound {
  readonly larger: boolean;
  /** The area that it is to be larger or smaller than, in full-resolution px². */
  readonly than: number;
}

/** A task's bound on the size; `undefined` where it has none. */
export const boundOf = ({ largerThan, smallerThan }: Task): Bound | undefined =>
  largerThan !== undefined
    ? { larger: true, than: largerThan }
    : smallerThan !== undefined
      ? { larger: false, than: smallerThan }
      : undefined;

/** Whether an area is far enough beyond a bound to be another object's. */
export const isBeyond = (area: number, { larger, than }: Bound): boolean =>
  larger ? area >= ANOTHER * than : ANOTHER * area <= than;

/** Rungs beyond a bound, the nearest first. */
export const nextOf = <S extends { readonly area: number }>(rungs: readonly S[], bound: Bound): readonly S[] =>
  rungs.filter(({ area }) => isBeyond(area, bound)).sort((a, b) => (bound.larger ? a.area - b.area : b.area - a.area));

/** What a run to the next shape needs in addition to what a run from a click does. */
interface NextShape {
  readonly bound: Bound;
  readonly progress: RunProgress;
  readonly runBox: RunBox;
}

/** Runs from a click whose task has a bound: the contour holds the click, and is beyond the bound. */
export async function* runNextShape(
  click: Click,
  { bound, progress, runBox }: NextShape,
): AsyncGenerator<RunState, Outcome, RunCommand> {
  const { point, task, context, parameters } = click;
  const relay = new CommandRelay();
  let index = 0;
  for await (const { start, domain, white } of startsBeyond(click, bound)) {
    if (white) progress.course(index).soughtAt = point;
    try {
      const outcome = yield* relay.through(runBox({ ...task, start, domain }, parameters, context, index));
      if (relay.stopped || serves(outcome, point, bound)) return outcome;
    } catch (error) {
      if (!isStartError(error)) throw error;
    }
    index++;
  }
  const at = pointOf(point);
  throw new SegmenterError('nothing-found', {
    where: bound.larger
      ? because('where-no-larger')`at ${at}, where no larger shape stands out`
      : because('where-no-smaller')`at ${at}, where no smaller shape stands out`,
  });
}

/** Starts of the shapes that may be beyond a bound, the nearest first: those that lie in what the person sees, then all. */
async function* startsBeyond(click: Click, bound: Bound): AsyncGenerator<FoundStart> {
  const { domain } = click.task;
  const white = await isWhiteRound(click);
  const ladders = white ? [rectangleLadder(click)] : laddersRound(click);
  for await (const rungs of ladders) {
    for (const { start } of nextOf(rungs, bound)) if (start) yield { start, domain, white };
  }
}

/** The ladder of the best rectangles, scored by their gain. */
const rectangleLadder = (click: Click): Promise<readonly Rung[]> =>
  laddersOf(click).get('rectangles', async () => {
    const found: (Rung & { readonly score: number })[] = [];
    for await (const { rect, area, gain } of rectanglesRound(click)) {
      found.push({ area, score: gain, start: { kind: 'box', rect } });
    }
    return ladder(found);
  });

const serves = ({ contours: [contour] }: Outcome, { x, y }: Point, bound: Bound): boolean => {
  if (contour?.geometry.type !== 'Polygon') return false;
  const ring = contour.geometry.coordinates[0]!.slice(0, -1).flat();
  return isBeyond(Math.abs(twiceArea(ring)) / 2, bound) && isMet(ring, { stroke: [[x, y]], inside: true });
};
