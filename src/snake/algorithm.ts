/** The polygonal region snake as an algorithm of the engine (Perrot, Domas, Couturier and Bertaux; ALGORITHMS A and D). */

import type { Algorithm, Outcome, RunCommand, RunContext, RunState, Task } from '../algorithm/algorithm.js';
import { grown } from '../algorithm/domain.js';
import { boundsOfStart } from '../algorithm/start.js';
import { chooseLevel } from '../core/geometry/levels.js';
import { holding, type Rect } from '../core/geometry/rect.js';
import type { Ring } from '../core/geometry/ring.js';
import { later, loaded } from '../core/later.js';
import { lazy } from '../core/lazy.js';
import { powerFrom } from '../core/numbers/powers-of-two.js';
import type { RunBox } from './find/find.js';
import type { DrawnOutline } from './hints/drawn.js';
import type { Frame } from './hints/marks.js';
import { remembered } from './hints/memory.js';
import { refuseShared, throughPins } from './hints/pins.js';
import { fits, readNext } from './levels/next-level.js';
import { contourOf, detailsOf } from './outcome.js';
import { readParameters, type SnakeParameters, schema } from './schema.js';
import type { RingStart } from './starts.js';
import { boundsOf, DOMAIN_SHARE, FINER_DISTANCE, FIRST_PIXELS, latticeRing } from './starts.js';
import { Batches } from './steps/batches.js';
import { batched } from './steps/beside/planned.js';
import { type Evolved, evolveIn, type Sizes } from './steps/evolve-in.js';
import { losesFolds } from './steps/folds.js';
import type { Snapshot } from './steps/optimiser.js';
import { type Course, type Place, RunProgress, type Whole } from './steps/progress.js';
import { evolvedFrom, unfolded } from './steps/tidied.js';
import { hasStrayed } from './strayed.js';
import { boxOf, finerStart, frameAt, impossibleStart, startsOf } from './task-starts.js';
import { carriedOn, lookAgain, sameTables, withModel } from './weighing/look-again.js';
import { looksAgain } from './weighing/looks-again.js';
import { isOpen } from './weighing/weights.js';
import { fullRing, latticeBox, openWorkspace, type Workspace } from './workspace.js';

// Most runs begin with a box on an image that fits; code for other runs is loaded on demand.
const everywhere = later(() => import('./find/find-objects.js'));
const searching = later(() => import('./find/works.js'));
const point = later(() => import('./find/find.js'));
const nextShape = later(() => import('./find/next-shape.js'));
const examples = later(() => import('./find/like/lesson-place.js'));
const rating = later(() => import('./find/like/rated.js'));
const marked = later(() => import('./hints/corrections.js'));
const drawn = later(() => import('./hints/outline.js'));
const finer = later(() => import('./levels/finer.js'));
const device = later(() => import('./prepare.js'));
const second = later(() => import('./weighing/box-surface.js'));
const whole = later(() => import('./levels/whole-reads.js'));

/** The region snake, as the entry points register it with an engine. */
export const snake: Algorithm = {
  id: 'snake',
  title: 'Region snake',
  schema,
  hints: true,
  pins: true,
  sizes: true,
  prepare: async (executor) => {
    // The CPU has nothing to compile.
    if (executor.backend !== 'cpu') await (await device.load()).prepare(executor);
  },
  wake: async (...told) => (await device.load()).wake(...told),
  reads: async (...asked) => (await whole.load()).wholeReads(...asked),
  ahead: async () => (await loaded(import('./parts-ahead.js'))).partsAhead(),
  run,
  aside: async (...asked) => (await searching.load()).searchWork(...asked),
  onDevice: async (...asked) => (await batched.load()).evolveWords(...asked),
  learn: async (task, context) => (await examples.load()).learnModel(task, context),
  rate: async (task, contours, context) => (await rating.load()).rated(task, contours, context),
};

/** The first distance is the side of the domain divided by this (ALGORITHMS A.4). */
const DISTANCE_SHARE = 32;

async function* run(task: Task, context: RunContext): AsyncGenerator<RunState, Outcome, RunCommand> {
  const parameters = readParameters(task.parameters);
  const progress = RunProgress.of(context.run);
  const runNext: RunBox = (each, given, its = context, index = 0) => runBox(each, its, given, progress.course(index));
  if (task.marks || task.start.kind === 'point') {
    const { runHinted } = await marked.load();
    return yield* runHinted(task, context, parameters, {
      first: () => runFrom(task, context, parameters, progress, runNext),
      along: (each, given, course) => runBox(each, context, given, course),
    });
  }
  const alone = runFrom(task, context, parameters, progress, runNext);
  return yield* task.start.kind === 'box' ? remembered(task, context, alone) : alone;
}

/** Runs from a start without marks. */
async function* runFrom(
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  progress: RunProgress,
  runNext: RunBox,
): AsyncGenerator<RunState, Outcome, RunCommand> {
  const { start } = task;
  switch (start.kind) {
    case 'everywhere': {
      const { findObjects } = await everywhere.load();
      return yield* findObjects(task, context, parameters, runNext);
    }
    case 'point': {
      if (task.largerThan !== undefined || task.smallerThan !== undefined) {
        const { boundOf, runNextShape } = await nextShape.load();
        const next = { bound: boundOf(task)!, progress, runBox: runNext };
        return yield* runNextShape(start, task, context, parameters, next);
      }
      const { findRound } = await point.load();
      progress.found ??= await findRound(start, task, context, parameters);
      const { start: found, domain, white } = progress.found;
      if (white && task.marks === undefined) progress.course(0).soughtAt = start;
      return yield* runNext({ ...task, start: found, domain }, parameters);
    }
    case 'box':
    case 'polygon':
      return yield* runNext(task, parameters);
  }
}

/** One object from a box or a polygon: first at the level that the budget allows, then at each finer one. */
async function* runBox(
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  course: Course,
): AsyncGenerator<RunState, Outcome, RunCommand> {
  if (course.outcome) return course.outcome;
  const batches = new Batches(context.executor.backend === 'webgpu' ? context.executor : undefined);
  course.whole ??= yield* runWhole(task, context, parameters, course, batches);
  const { outcome, rest } = course.whole;
  if (rest !== undefined) {
    const { finerContour, refineAlong } = await finer.load();
    const refining = refineAlong(rest.refined, task.level ?? 0, rest.terms, context, batches);
    const refined = yield* onceShown(refining, () => {
      // A later caller gets the error; this avoids an unhandled rejection.
      outcome().catch(() => {});
    });
    if (refined !== undefined && refined.level < rest.terms.coarsest) {
      const whole = await outcome();
      const { ring, level } = refined;
      course.outcome = { ...whole, contours: [finerContour(whole, ring, level, context, task.pinned)] };
    }
  }
  course.outcome ??= await outcome();
  return course.outcome;
}

/** Runs the levels at which the domain is read whole. */
async function* runWhole(
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  course: Course,
  batches: Batches,
): AsyncGenerator<RunState, Whole, RunCommand> {
  const image: Rect = { x: 0, y: 0, width: context.image.width, height: context.image.height };
  const domain = task.domain ?? grown(holding(boundsOfStart(task.start, image), task.pinned), DOMAIN_SHARE, image);
  refuseShared(task.pinned, frameAt(context, domain, task.level ?? 0));
  try {
    for (;;) {
      const its = course.confined ? { ...parameters, confine: true } : parameters;
      const whole = yield* runLevel(task, context, its, domain, course, batches);
      if (whole !== undefined) return whole;
    }
  } finally {
    course.ahead?.clear();
  }
}

/**
 * Runs one such level, from the course's place, or at the first level from the start. Of the previous level, only the contour is kept. Sets the
 * course to the next level, or returns the end.
 */
async function* runLevel(
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  domain: Rect,
  course: Course,
  batches: Batches,
): AsyncGenerator<RunState, Whole | undefined, RunCommand> {
  const { levels } = context.image;
  const coarsest = task.level ?? chooseLevel(domain, levels, Math.min(FIRST_PIXELS, context.pixelBudget));
  const finest = task.level ?? 0;
  const box = boxOf(task);
  const { level = coarsest } = course.place ?? {};
  const outline = course.place?.guide ? undefined : await outlineAt(task, frameAt(context, domain, level));
  const guide = course.place?.guide ?? outline?.guide;
  const samples = course.place?.samples ?? course.ahead?.get(level);
  const opened = await openWorkspace(context, parameters, domain, level, { ...course.place, samples, guide }, box);
  try {
    course.place ??= {
      level,
      record: undefined,
      starts: startsOf(task, parameters, opened, outline),
      distance: parameters.distance || firstDistance(opened.domain),
      weights: opened.weights,
      weighed: !isOpen(parameters),
    };
    const outlined = task.start.kind === 'polygon' && course.place.guide === undefined;
    // At the first level the ring is the user's start.
    const near = level < coarsest ? course.place.starts[0]?.ring : undefined;
    course.ahead ??= new Map();
    const { ahead, place: at } = course;
    const evolved = yield* onceShown(evolveAt(context, parameters, opened, at, course, batches, outlined), () =>
      readNext(context, domain, level, finest, near, ahead),
    );
    if (evolved === undefined) return undefined;
    const { workspace, place, best, stopped, minimumLength } = evolved;
    if (box && !stopped && strays(parameters, workspace, best, box)) {
      const { checkpoint, after, ...begun } = place;
      course.place = { ...begun, ...withinBox(task, parameters, workspace), before: countedOn(place.before, best) };
      course.confined = true;
      return undefined;
    }
    if (box && !stopped && level === coarsest && looksAgain(workspace, best) && isContour(best)) {
      const { secondLook } = await second.load();
      const look = () => secondLook(context, parameters, workspace, place, best, box);
      const again = await context.parts.time('channel', look);
      if (again !== undefined) {
        course.place = again;
        return undefined;
      }
    }
    const ended = async (): Promise<Whole> => {
      if (!isContour(best)) throw impossibleStart(task, parameters, best);
      if (course.soughtAt && !stopped && place.weights.independent && best.gain <= 0) {
        const { nothingAt } = await point.load();
        throw nothingAt(course.soughtAt);
      }
      const measured = async (): Promise<Outcome> => ({
        contours: [await contourOf(workspace, best, place, task.pinned)],
        ...(context.details === false ? {} : { details: await detailsOf(workspace, best) }),
      });
      return { outcome: lazy(() => context.parts.time('measure', measured)) };
    };
    const next = level - 1;
    if (stopped || next < finest) return ended();
    if (!fits(context, domain, next)) {
      const { handedOn } = await finer.load();
      return { ...(await ended()), rest: handedOn(task, workspace, context, domain, best, minimumLength) };
    }
    const start = finerStart(task, parameters, workspace, frameAt(context, domain, next), best);
    if (start === undefined) return ended();
    const { tilt } = workspace;
    const { record } = workspace.channel;
    const { guide } = place;
    const weights = carriedOn(place.weights);
    const starts = [start];
    course.place = { level: next, record, tilt, starts, distance: FINER_DISTANCE, weights, weighed: true, guide };
    return undefined;
  } finally {
    opened.tables.destroy();
  }
}

/** Calls `then` once there is a state to show; the first state must not be delayed. */
async function* onceShown<Result>(
  states: AsyncGenerator<RunState, Result | undefined, RunCommand>,
  then: () => void,
): AsyncGenerator<RunState, Result | undefined, RunCommand> {
  try {
    let next = await states.next('go');
    then();
    while (!next.done) next = await states.next(yield next.value);
    return next.value;
  } finally {
    await states.return(undefined);
  }
}

/** Whether both regions have enough pixels. */
const isContour = ({ criterion }: Snapshot): boolean => Number.isFinite(criterion);

/** Whether the contour of a box's snake that may leave its box probably belongs to another object. Always false where the box is no evidence. */
const strays = ({ confine }: SnakeParameters, workspace: Workspace, { ring }: Snapshot, box: Rect): boolean =>
  !confine && workspace.prior && workspace.guide === undefined && hasStrayed(ring, latticeBox(box, workspace));

/** Restarts the level with vertices confined to the box. */
const withinBox = (task: Task, parameters: SnakeParameters, workspace: Workspace): Partial<Place> => {
  const { samples, domain, tilt } = workspace;
  const starts = startsOf(task, { ...parameters, confine: true }, workspace, undefined);
  return { starts, samples, tilt, distance: parameters.distance || firstDistance(domain) };
};

interface EvolvedAt extends Evolved {
  /** With the noise model that was chosen in the end. */
  readonly workspace: Workspace;
  readonly place: Place;
  readonly minimumLength: number;
}

/** Evolves from the course's place until no further look changes it; `undefined` where that needs tables of other planes. */
async function* evolveAt(
  context: RunContext,
  parameters: SnakeParameters,
  opened: Workspace,
  place: Place,
  course: Course,
  batches: Batches,
  outlined: boolean,
): AsyncGenerator<RunState, EvolvedAt | undefined, RunCommand> {
  const time = <T>(work: () => Promise<T>): Promise<T> => context.parts.time('channel', work);
  const workspace = await time(() => withModel(parameters, opened, place));
  const { starts, distance } = place;
  const minimumLength = parameters.minimumLength || shortestEdge(starts[0]!, workspace);
  const full = (ring: Ring): Ring => fullRing(workspace, ring);
  const sizes = { distance, minimumLength };
  const evolved = yield* evolveIn(workspace, context, workspace.settled, starts, sizes, batches, full, place);
  let gone = 0;
  /** Continues an evolution. Each call has its own memory: a resumed run makes the same calls in the same order. */
  async function* goOn(
    best: Snapshot,
    other: Partial<RingStart>,
    lengths: Sizes,
  ): AsyncGenerator<RunState, Evolved, RunCommand> {
    const from = [{ ...starts[0]!, ...other }];
    place.after ??= [];
    const memory = place.after[gone] ?? { before: countedOn(place.before, best) };
    place.after[gone++] = memory;
    const { settled } = workspace;
    const next = yield* evolveIn(workspace, context, settled, from, lengths, batches, full, memory);
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
  return sameTables(workspace, again)
    ? yield* evolveAt(context, parameters, opened, again, course, batches, outlined)
    : undefined;
}

/** Adds up the steps and iterations of two consecutive evolutions. */
const countedOn = (
  { step, iteration }: Pick<Snapshot, 'step' | 'iteration'> = { step: 0, iteration: 0 },
  next: Pick<Snapshot, 'step' | 'iteration'>,
): Pick<Snapshot, 'step' | 'iteration'> => ({ step: step + next.step, iteration: iteration + next.iteration });

/** The outline of a start, where it has an area at this level. */
const outlineAt = async ({ start }: Task, frame: Frame): Promise<DrawnOutline | undefined> => {
  if (start.kind !== 'polygon') return undefined;
  const { drawnOutline, ringOfPixels } = await drawn.load();
  const { domain, scaleX, scaleY } = frame;
  const [outer = []] = start.rings;
  const ring = latticeRing(outer, domain, scaleX, scaleY) ?? ringOfPixels(outer, frame);
  return ring && drawnOutline(ring, frame);
};

/** The edge length at which edges are split: short enough for the shape of a small object, long enough to ignore the noise of a large one. */
const shortestEdge = ({ ring }: RingStart, { domain }: Workspace): number => {
  const { x0, y0, x1, y1 } = boundsOf(ring, domain);
  return Math.min(8, Math.max(3, Math.round(Math.min(x1 - x0, y1 - y0) / 6)));
};

const firstDistance = ({ width, height }: Rect): number =>
  Math.max(DISTANCE_SHARE, powerFrom(Math.max(width, height) / DISTANCE_SHARE));
