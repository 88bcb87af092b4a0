/** The run of one object from a box or a polygon, level by level. */

import type { Outcome, RunCommand, RunContext, RunState, Task } from '../algorithm/algorithm.js';
import { grown } from '../algorithm/domain.js';
import { boundsOfStart } from '../algorithm/start.js';
import { chooseLevel } from '../core/geometry/levels.js';
import { holding, type Rect } from '../core/geometry/rect.js';
import { lazy } from '../core/lazy.js';
import { powerFrom } from '../core/numbers/powers-of-two.js';
import type { DrawnOutline } from './hints/drawn.js';
import type { Frame } from './hints/marks.js';
import { refuseShared } from './hints/pins.js';
import { drawn, finer, point, second } from './later-parts.js';
import { fits, readNext } from './levels/next-level.js';
import { contourOf, detailsOf } from './outcome.js';
import type { SnakeParameters } from './schema.js';
import { DOMAIN_SHARE, FINER_DISTANCE, FIRST_PIXELS, latticeRing } from './starts.js';
import { Batches } from './steps/batches.js';
import { countedOn, type EvolvedAt, evolveAt } from './steps/evolve-at.js';
import type { Snapshot } from './steps/optimiser.js';
import type { Course, Place, Whole } from './steps/progress.js';
import { hasStrayed } from './strayed.js';
import { boxOf, finerStart, frameAt, impossibleStart, startsOf } from './task-starts.js';
import { carriedOn } from './weighing/look-again.js';
import { looksAgain } from './weighing/looks-again.js';
import { isOpen } from './weighing/weights.js';
import { latticeBox, openWorkspace, type Workspace } from './workspace.js';

/** The first distance is this share of the domain's longer side, raised to a power of 2, and at least as many pixels (ALGORITHMS A.4). */
const DISTANCE_SHARE = 32;

/** What all levels of the run have in common. */
interface BoxRun {
  readonly task: Task;
  readonly context: RunContext;
  readonly course: Course;
  readonly batches: Batches;
  /** In full-resolution pixels. */
  readonly domain: Rect;
}

/** One object from a box or a polygon: first at the level that the budget allows, then at each finer one. */
export async function* runBox(
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  course: Course,
): AsyncGenerator<RunState, Outcome, RunCommand> {
  if (course.outcome) return course.outcome;
  const { executor, image } = context;
  const everywhere: Rect = { x: 0, y: 0, width: image.width, height: image.height };
  const bounds = holding(boundsOfStart(task.start, everywhere), task.pinned);
  const domain = task.domain ?? grown(bounds, DOMAIN_SHARE, everywhere);
  const batches = new Batches(executor.backend === 'webgpu' ? executor : undefined);
  course.whole ??= yield* runWhole({ task, context, course, batches, domain }, parameters);
  const { outcome, rest } = course.whole;
  if (rest !== undefined) {
    const { finerContour, refineAlong } = await finer.load();
    const refining = refineAlong({ ...rest, finest: task.level ?? 0, context, batches });
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
async function* runWhole(run: BoxRun, parameters: SnakeParameters): AsyncGenerator<RunState, Whole, RunCommand> {
  const { task, context, course, domain } = run;
  refuseShared(task.pinned, frameAt(context, domain, task.level ?? 0));
  try {
    for (;;) {
      const whole = yield* runLevel(run, course.confined ? { ...parameters, confine: true } : parameters);
      if (whole !== undefined) return whole;
    }
  } finally {
    course.ahead?.clear();
  }
}

/**
 * Runs one such level, from the course's place, or at the first level from the start. Of the previous level, only the contour is kept. Sets the
 * course to the next level or to the same one again, or returns the end.
 */
async function* runLevel(
  run: BoxRun,
  parameters: SnakeParameters,
): AsyncGenerator<RunState, Whole | undefined, RunCommand> {
  const { task, context, course, domain } = run;
  const first = Math.min(FIRST_PIXELS, context.pixelBudget);
  const coarsest = task.level ?? chooseLevel(domain, context.image.levels, first);
  const finest = task.level ?? 0;
  const { level = coarsest } = course.place ?? {};
  const outline = course.place?.guide ? undefined : await outlineAt(task, frameAt(context, domain, level));
  const guide = course.place?.guide ?? outline?.guide;
  const samples = course.place?.samples ?? course.ahead?.get(level);
  const known = { ...course.place, samples, guide };
  const opened = await openWorkspace(context, parameters, { rect: domain, level, box: boxOf(task) }, known);
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
    const ring = level < coarsest ? course.place.starts[0]?.ring : undefined;
    course.ahead ??= new Map();
    const { ahead, place } = course;
    const evolved = yield* onceShown(evolveAt(run, parameters, opened, place, outlined), () =>
      readNext(context, { domain, level, finest, ring }, ahead),
    );
    if (evolved === undefined || (await repeats(run, parameters, evolved, level === coarsest))) return undefined;
    return await onward(run, parameters, evolved, finest);
  } finally {
    opened.tables.destroy();
  }
}

/** Sets the course to the same level again where the contour has strayed or a second look changes its prior; tells whether it did. */
const repeats = async (
  { task, context, course }: BoxRun,
  parameters: SnakeParameters,
  evolved: EvolvedAt,
  isFirst: boolean,
): Promise<boolean> => {
  const { workspace, place, best, stopped } = evolved;
  const box = boxOf(task);
  if (box === undefined || stopped) return false;
  if (strays(parameters, workspace, best, box)) {
    const { checkpoint, after, ...begun } = place;
    course.place = { ...begun, ...withinBox(task, parameters, workspace), before: countedOn(place.before, best) };
    course.confined = true;
    return true;
  }
  if (!isFirst || !looksAgain(workspace, best) || !isContour(best)) return false;
  const { secondLook } = await second.load();
  const look = () => secondLook(context, parameters, evolved, box);
  const again = await context.parts.time('channel', look);
  if (again === undefined) return false;
  course.place = again;
  return true;
};

/** Sets the course to the next level; returns the end where that is not read whole, or there is none. */
const onward = async (
  { task, context, course, domain }: BoxRun,
  parameters: SnakeParameters,
  evolved: EvolvedAt,
  finest: number,
): Promise<Whole | undefined> => {
  const { workspace, place, best, stopped } = evolved;
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
  const next = workspace.level - 1;
  if (stopped || next < finest) return ended();
  if (!fits(context, domain, next)) {
    const { handedOn } = await finer.load();
    return { ...(await ended()), rest: handedOn(task, context, domain, evolved) };
  }
  const start = finerStart(task, parameters, workspace, frameAt(context, domain, next), best);
  if (start === undefined) return ended();
  const { tilt } = workspace;
  const { record } = workspace.channel;
  const { guide } = place;
  const weights = carriedOn(place.weights);
  course.place = {
    level: next,
    record,
    tilt,
    starts: [start],
    distance: FINER_DISTANCE,
    weights,
    weighed: true,
    guide,
  };
  return undefined;
};

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

/** The outline of a start, where it has an area at this level. */
const outlineAt = async ({ start }: Task, frame: Frame): Promise<DrawnOutline | undefined> => {
  if (start.kind !== 'polygon') return undefined;
  const { drawnOutline, ringOfPixels } = await drawn.load();
  const { domain, scaleX, scaleY } = frame;
  const [outer = []] = start.rings;
  const ring = latticeRing(outer, domain, scaleX, scaleY) ?? ringOfPixels(outer, frame);
  return ring && drawnOutline(ring, frame);
};

const firstDistance = ({ width, height }: Rect): number =>
  Math.max(DISTANCE_SHARE, powerFrom(Math.max(width, height) / DISTANCE_SHARE));
