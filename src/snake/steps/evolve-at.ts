/** The evolution of one object at one level that is read whole, until no further look at its contour changes it. */

import type { RunCommand, RunContext, RunState } from '../../algorithm/algorithm.js';
import type { Ring } from '../../core/geometry/ring.js';
import { throughPins } from '../hints/pins.js';
import { drawn } from '../later-parts.js';
import type { SnakeParameters } from '../schema.js';
import { boundsOf, type RingStart } from '../starts.js';
import { lookAgain, sameTables, withModel } from '../weighing/look-again.js';
import { fullRing, type Workspace } from '../workspace.js';
import type { Batches } from './batches.js';
import { type Evolved, type Evolving, evolveIn, type Sizes } from './evolve-in.js';
import { losesFolds } from './folds.js';
import type { Snapshot } from './optimiser.js';
import type { Course, Place } from './progress.js';
import { evolvedFrom, unfolded } from './tidied.js';

/** The contour of a level. */
export interface EvolvedAt extends Evolved {
  /** With the noise model that was chosen in the end. */
  readonly workspace: Workspace;
  readonly place: Place;
  readonly minimumLength: number;
}

/** What the levels of a run have in common. */
interface LevelRun {
  readonly context: RunContext;
  readonly course: Course;
  readonly batches: Batches;
}

/**
 * Evolves from a place of the course until no further look changes it; `undefined` where that needs tables of other planes.
 * @param outlined whether a drawn outline, whose snake may leave whiskers, is the start
 */
export async function* evolveAt(
  run: LevelRun,
  parameters: SnakeParameters,
  opened: Workspace,
  place: Place,
  outlined: boolean,
): AsyncGenerator<RunState, EvolvedAt | undefined, RunCommand> {
  const { context, course, batches } = run;
  const time = <T>(work: () => Promise<T>): Promise<T> => context.parts.time('channel', work);
  const workspace = await time(() => withModel(parameters, opened, place));
  const { starts, distance } = place;
  const minimumLength = parameters.minimumLength || shortestEdge(starts[0]!, workspace);
  const full = (ring: Ring): Ring => fullRing(workspace, ring);
  const terms = { stage: workspace, parameters: workspace.settled, batches };
  const sizes = { distance, minimumLength };
  const evolved = yield* evolveIn(context, { ...terms, starts, sizes, memory: place }, full);
  let gone = 0;
  /** Continues an evolution. Each call has its own memory: a resumed run makes the same calls in the same order. */
  async function* goOn(best: Snapshot, other: Partial<RingStart>, lengths: Sizes): Evolving {
    const from = [{ ...starts[0]!, ...other }];
    place.after ??= [];
    const memory = place.after[gone] ?? { before: countedOn(place.before, best) };
    place.after[gone++] = memory;
    const next = yield* evolveIn(context, { ...terms, starts: from, sizes: lengths, memory }, full);
    return { ...next, best: { ...next.best, ...countedOn(best, next.best) } };
  }
  const again = evolved.stopped ? undefined : await time(() => lookAgain(parameters, workspace, place, evolved.best));
  if (again === undefined) {
    const { pinned } = starts[0]!;
    const smooth = outlined && !evolved.stopped ? (await drawn.load()).withoutWhiskers(evolved.best.ring) : undefined;
    const shorn = smooth && throughPins(smooth, pinned ?? []);
    const best = shorn === undefined ? evolved : yield* evolvedFrom(evolved, shorn, minimumLength, goOn);
    const folds = !best.stopped && losesFolds(parameters.prune, place.guide);
    const last = folds ? yield* unfolded(best, pinned, minimumLength, goOn) : best;
    return { ...last, workspace, place, minimumLength };
  }
  course.place = again;
  return sameTables(workspace, again) ? yield* evolveAt(run, parameters, opened, again, outlined) : undefined;
}

/** Adds up the steps and iterations of two consecutive evolutions. */
export const countedOn = (
  { step, iteration }: Pick<Snapshot, 'step' | 'iteration'> = { step: 0, iteration: 0 },
  next: Pick<Snapshot, 'step' | 'iteration'>,
): Pick<Snapshot, 'step' | 'iteration'> => ({ step: step + next.step, iteration: iteration + next.iteration });

/** The edge length at which edges are split: short enough for the shape of a small object, long enough to ignore the noise of a large one. */
const shortestEdge = ({ ring }: RingStart, { domain }: Workspace): number => {
  const { x0, y0, x1, y1 } = boundsOf(ring, domain);
  return Math.min(8, Math.max(3, Math.round(Math.min(x1 - x0, y1 - y0) / 6)));
};
