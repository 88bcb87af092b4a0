/** A run of the two-cycle level set on an image or a slice (ALGORITHMS B and D.8). */

import type { Marks, Outcome, RunCommand, RunContext, RunState, Task } from '../algorithm/algorithm.js';
import { domainRecord, grown } from '../algorithm/domain.js';
import { boundsOfStart } from '../algorithm/start.js';
import { SegmenterError } from '../core/errors.js';
import { chooseLevel, levelByIndex, levelRect } from '../core/geometry/levels.js';
import { holding, type Rect } from '../core/geometry/rect.js';
import type { Position } from '../core/geometry/ring.js';
import { trace } from '../core/geometry/trace.js';
import { because } from '../core/reasons.js';
import type { ChannelPlanes } from '../image/channels/channels.js';
import { packBits, unpackBits } from './bits/bits.js';
import { checkKept, checkReached, noMarks, withCertain } from './hints/corrections.js';
import { Course, type Front, lasting, throughMarks, type Watched } from './hints/course.js';
import { courses } from './hints/courses.js';
import { Ground } from './hints/ground.js';
import { type CellMark, cellMarks } from './hints/marks.js';
import type { CellFrame } from './outcome.js';
import { drawParts, geometryOf, ringIn, statisticsOf, withoutSmall } from './outcome.js';
import type { LevelSetProblem } from './problem.js';
import { channelOf, decoderOf, fieldOf, speedOf } from './problem.js';
import { largestOf, metadataOf, nothingFound, shownCriterion } from './report.js';
import { type LevelSetParameters, readParameters } from './schema.js';
import { enterable, type HeldBox, heldBy } from './speed/held.js';
import { momentsOf } from './speed/moments.js';
import { inNats } from './speed/speed.js';
import { checkStart, DOMAIN_SHARE, startMask } from './start.js';
import { evolve } from './steps/optimiser.js';
import type { Snapshot } from './steps/snapshot.js';
import { runOnVolume } from './volume/volume-run.js';
import { correlationBy, isOpen, supposesIndependent, type Weighed, weighedAs } from './weighing.js';

export { prepare } from './prepare.js';

/** The initial state of a run on an image. */
interface Began {
  readonly record: ChannelPlanes['record'];
  readonly held: HeldBox | undefined;
  readonly weighed: Weighed;
  readonly correlation: number | undefined;
}

/** The place of a run, with its domain in cells of its level, and its parameters. */
interface Place {
  readonly parameters: LevelSetParameters;
  readonly level: number;
  readonly frame: CellFrame;
  readonly domain: Rect;
}

const memory = courses<Began>();

/** Runs a task on an image, or on a volume where all slices are requested. */
export async function* run(task: Task, context: RunContext): AsyncGenerator<RunState, Outcome, RunCommand> {
  if (context.volume && task.parameters.wholeVolume !== false) return yield* runOnVolume(task, context);
  const parameters = readParameters(task.parameters, 2);
  const rect = task.domain ?? domainOf(task, context);
  const level = task.level ?? chooseLevel(rect, context.image.levels, context.pixelBudget);
  const { scaleX, scaleY } = levelByIndex(context.image.levels, level);
  const domain = levelRect(rect, levelByIndex(context.image.levels, level));
  const place: Place = { parameters, level, frame: { x: domain.x, y: domain.y, scaleX, scaleY }, domain };
  const marked = { x: domain.x, y: domain.y, scaleX, scaleY, first: 0, slice: 0 };
  const marks = cellMarks(onSlice(task), { ...domain, depth: 1 }, marked);
  const kept = memory.of(context);
  const key = [task.start, rect, level, task.slice, task.parameters];
  const known = kept.take(key);
  const { course, stopped } = known ? { course: known, stopped: false } : yield* begin(task, context, place, rect);
  const ordered = task.marks?.order !== undefined;
  const watched = (problem: LevelSetProblem) => watch(context, problem, place.frame, level);
  try {
    const front = stopped ? course.first : yield* throughMarks(course, marks, ordered, watched);
    return outcomeOf(task, place, course, front, marks);
  } finally {
    if (!stopped) kept.give(key, course, false);
  }
}

/** Evolves the start without the marks. */
async function* begin(
  { start, init }: Task,
  context: RunContext,
  { parameters, level, frame }: Place,
  rect: Rect,
): AsyncGenerator<RunState, { readonly course: Course<Began>; readonly stopped: boolean }, RunCommand> {
  const { samples } = await context.pixels(rect, level);
  const { x, y, scaleX, scaleY } = frame;
  const { record, ...planes } = await channelOf(samples, parameters, context.signal);
  const field = fieldOf({ ...planes, record });
  const to = (px: number, py: number): Position => [px / scaleX - x, py / scaleY - y];
  const radii = [parameters.radius / scaleX, parameters.radius / scaleY];
  const mask = checkStart(startMask(field.grid, start, to, radii), field.missing, init);
  const held = start.kind === 'box' ? boxIn(start.rect, frame, context, level) : undefined;
  const { schedule, form, range, confine } = parameters;
  const open = isOpen(parameters, held !== undefined);
  let independent = open && (await supposesIndependent(field));
  let correlation: number | undefined;
  for (;;) {
    const weighed = weighedAs(independent, parameters);
    const speed = speedOf({ speed: weighed.speed, range }, field, mask, decoderOf(record));
    const seen = held === undefined ? field : await heldBy(field, held, weighed, confine);
    const problem = { field: seen, speed, schedule, form };
    const { final, stopped } = yield* watch(context, { ...problem, mask }, frame, level);
    if (!stopped && open && correlation === undefined) {
      const seenNow = await correlationBy(field, unpackBits(field.grid, final.bits));
      correlation = seenNow.correlation;
      const settled = seenNow.independent === independent;
      independent = seenNow.independent;
      if (!settled) continue;
    }
    const entered = () => enterable(field, held, confine);
    const ground = new Ground(field, entered, inNats(weighed.speed) ? 'in nats' : 'not');
    const first = { problem, final: lasting(final, 1), stage: noMarks() };
    return { course: new Course({ record, held, weighed, correlation }, ground, first), stopped };
  }
}

/** The contours of a front that includes the certain cells. */
const outcomeOf = (
  { start, init }: Task,
  { parameters, level, frame, domain }: Place,
  { began, ground: { field } }: Course<Began>,
  { problem, final, stage }: Front,
  marks: readonly CellMark[],
): Outcome => {
  const { width, height } = field.grid;
  const bits =
    stage.certain.length === 0
      ? final.bits
      : packBits(field.grid, withCertain(unpackBits(field.grid, final.bits), stage));
  const all = trace(bits, width, height);
  const parts = withoutSmall(all, parameters.minimumArea);
  if (parts.length === 0) throw nothingFound(init, parameters.minimumArea, largestOf(all));
  const kept = unpackBits(field.grid, bits);
  checkReached(kept, marks);
  if (parameters.minimumArea > 0) drawParts(field.grid, parts, 0, kept);
  checkKept(kept, marks);
  const { record, weighed, correlation } = began;
  const metadata: Record<string, string> = {
    ...record,
    level: String(level),
    ...domainRecord(domain, frame),
    ...metadataOf(final, problem),
    speed: weighed.speed,
    boxPrior: String(began.held && problem.field.held ? weighed.boxPrior : 0),
    ...(correlation === undefined ? {} : { sampleCorrelation: correlation.toFixed(3) }),
  };
  const measurements = {
    ...statisticsOf(field, momentsOf(field, kept)),
    Criterion: shownCriterion(final, problem),
    Iterations: final.steps,
  };
  const objects = start.kind === 'everywhere' ? parts.slice(0, parameters.objects).map((part) => [part]) : [parts];
  return {
    contours: objects.map((found) => ({ geometry: geometryOf(frame, found), measurements, metadata })),
    details: {
      speed: problem.speed,
      outer: final.outer,
      steps: final.steps,
      stopped: final.stopped,
      settled: final.settled,
    },
  };
};

/** A user's box on the grid of a level's domain. */
const boxIn = (rect: Rect, { x, y, scaleX, scaleY }: CellFrame, { image }: RunContext, level: number): HeldBox => {
  const { width, height } = levelByIndex(image.levels, level);
  const [left, top] = [Math.round(rect.x / scaleX), Math.round(rect.y / scaleY)];
  const [right, bottom] = [Math.round((rect.x + rect.width) / scaleX), Math.round((rect.y + rect.height) / scaleY)];
  const border = { left: left <= 0, top: top <= 0, right: right >= width, bottom: bottom >= height };
  return { box: { x0: left - x, y0: top - y, x1: right - x, y1: bottom - y }, border };
};

/** The bounds of a box or a polygon and of the marks inside, with their background; the whole image for a point and without a start. */
const domainOf = ({ start, marks }: Task, { image }: RunContext): Rect => {
  const whole: Rect = { x: 0, y: 0, width: image.width, height: image.height };
  if (start.kind === 'everywhere' || start.kind === 'point') return whole;
  return grown(holding(boundsOfStart(start, whole), marks?.inside.flat()), DOMAIN_SHARE, whole);
};

/** The marks of a run on one slice. Throws `bad-hints` where a mark lies on another slice. */
const onSlice = ({ marks, slice }: Task): Marks | undefined => {
  const other = [...(marks?.slices?.inside ?? []), ...(marks?.slices?.outside ?? [])].find(
    (each) => each !== undefined && each !== slice,
  );
  if (other === undefined) return marks && { ...marks, slices: undefined };
  const reason = because('other-slice')`the object lies on slice ${slice ?? 0}; mark that one, or run on all slices`;
  throw new SegmenterError('bad-hints', { hints: because('on-slice')`slice ${other}`, reason });
};

/** Shows each state as the rings of its front, the largest part's outer ring first; the last one is the result. */
async function* watch(
  context: RunContext,
  problem: LevelSetProblem,
  frame: CellFrame,
  level: number,
): AsyncGenerator<RunState, Watched, RunCommand> {
  const { width, height } = problem.field.grid;
  let last: Snapshot | undefined;
  let stopped = false;
  for await (const value of evolve(context.executor, problem, context.signal)) {
    last = value;
    const parts = trace(value.bits, width, height);
    // A front that has vanished has no ring to show; the run then ends by itself.
    if (parts.length === 0) continue;
    const rings = parts.flatMap(({ outer, holes }) => [outer, ...holes]).map((ring) => ringIn(frame, ring));
    const word = yield {
      iteration: value.outer,
      step: value.steps,
      ring: rings[0]!,
      rings,
      criterion: shownCriterion(value, problem),
      level,
      done: value.outer / problem.schedule.outerIterations,
    };
    stopped = word === 'finish';
    if (stopped) break;
  }
  if (last === undefined) throw new SegmenterError('internal', { reason: 'the level set gave no state' });
  return { final: last, stopped };
}
