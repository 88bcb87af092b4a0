/** A run of the two-cycle level set on an image or a slice (ALGORITHMS B and D.8). */

import type { Marks, Outcome, RunCommand, RunContext, RunState, Task } from '../algorithm/algorithm.js';
import { domainRecord, grown } from '../algorithm/domain.js';
import { boundsOfStart } from '../algorithm/start.js';
import { SegmenterError } from '../core/errors.js';
import { chooseLevel, levelByIndex } from '../core/levels.js';
import { holding, type Rect } from '../core/rect.js';
import type { Position } from '../core/ring.js';
import { trace } from '../core/trace.js';
import { packBits, unpackBits } from './bits/bits.js';
import { Corrections, checkMet } from './hints/corrections.js';
import { cellMarks } from './hints/marks.js';
import type { CellFrame } from './outcome.js';
import { drawParts, geometryOf, ringIn, statisticsOf, withoutSmall } from './outcome.js';
import type { LevelSetProblem } from './problem.js';
import { channelOf, decoderOf, fieldOf, speedOf } from './problem.js';
import { largestOf, metadataOf, nothingFound, shownCriterion } from './report.js';
import { readParameters } from './schema.js';
import { enterable, type HeldBox, heldBy, inNats } from './speed/held.js';
import { momentsOf } from './speed/moments.js';
import { checkStart, startMask } from './start.js';
import { evolve } from './steps/optimiser.js';
import type { Snapshot } from './steps/snapshot.js';
import { runOnVolume } from './volume/volume-run.js';
import { correlationBy, isOpen, supposesIndependent, type Weighed, weighedAs } from './weighing.js';

export { prepare } from './prepare.js';

/** Runs a task on an image, or on a volume where all slices are asked for. */
export async function* run(task: Task, context: RunContext): AsyncGenerator<RunState, Outcome, RunCommand> {
  if (context.volume && task.parameters.wholeVolume !== false) return yield* runOnVolume(task, context);
  const parameters = readParameters(task.parameters, 2);
  const { start, init } = task;
  const rect = task.domain ?? domainOf(task, context);
  const level = task.level ?? chooseLevel(rect, context.image.levels, context.pixelBudget);
  const { samples, rect: domain } = await context.pixels(rect, level);
  const { scaleX, scaleY } = levelByIndex(context.image.levels, level);
  const channel = await channelOf(samples, parameters, context.signal);
  const field = fieldOf(channel);
  const frame: CellFrame = { x: domain.x, y: domain.y, scaleX, scaleY };
  const to = (x: number, y: number): Position => [x / scaleX - domain.x, y / scaleY - domain.y];
  const radii = [parameters.radius / scaleX, parameters.radius / scaleY];
  const mask = checkStart(startMask(field.grid, start, to, radii), field.missing, init);
  const held = start.kind === 'box' ? boxIn(start.rect, frame, context, level) : undefined;
  const { schedule, form, range, confine } = parameters;
  let independent = isOpen(parameters) && (await supposesIndependent(field));
  let found: Found | undefined;
  let correlation: number | undefined;
  for (let settled = false; !settled; ) {
    const weighed = weighedAs(independent, parameters);
    const speed = speedOf({ speed: weighed.speed, range }, field, mask, decoderOf(channel.record));
    const seen = held === undefined ? field : await heldBy(field, held, weighed, confine);
    const problem: LevelSetProblem = { field: seen, mask, speed, schedule, form };
    const { final, stopped } = yield* watch(context, problem, frame, level);
    found = { final, problem, weighed, stopped };
    settled = stopped || !isOpen(parameters) || correlation !== undefined;
    if (settled) break;
    const seenNow = await correlationBy(field, unpackBits(field.grid, final.bits));
    correlation = seenNow.correlation;
    settled = seenNow.independent === independent;
    independent = seenNow.independent;
  }
  if (found === undefined) throw new SegmenterError('internal', { reason: 'the level set gave no state' });
  const marked = { x: domain.x, y: domain.y, scaleX, scaleY, first: 0, slice: 0 };
  const marks = cellMarks(onSlice(task), field.grid, marked);
  const corrections =
    marks.length === 0
      ? undefined
      : new Corrections(
          field,
          marks,
          await enterable(field, held, confine),
          inNats(found.weighed.speed) ? 'in nats' : 'not',
          undefined,
          task.marks?.order !== undefined,
        );
  while (corrections && !found.stopped) {
    const corrected = corrections.next(corrections.held(unpackBits(field.grid, found.final.bits)));
    if (corrected === undefined) break;
    const problem: LevelSetProblem = { ...found.problem, ...corrected };
    found = { ...(yield* watch(context, problem, frame, level)), problem, weighed: found.weighed };
  }
  const { problem, weighed } = found;
  const { width, height } = field.grid;
  const bits = corrections
    ? packBits(field.grid, corrections.held(unpackBits(field.grid, found.final.bits)))
    : found.final.bits;
  const { final } = found;
  const all = trace(bits, width, height);
  const parts = withoutSmall(all, parameters.minimumArea);
  if (parts.length === 0) throw nothingFound(init, parameters.minimumArea, largestOf(all));
  const kept = unpackBits(field.grid, bits);
  if (parameters.minimumArea > 0) drawParts(field.grid, parts, 0, kept);
  checkMet(kept, corrections ? marks : []);
  const metadata: Record<string, string> = {
    ...channel.record,
    level: String(level),
    ...domainRecord(domain, { scaleX, scaleY }),
    ...metadataOf(final, problem),
    speed: weighed.speed,
    boxPrior: String(held && problem.field.held ? weighed.boxPrior : 0),
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
}

interface Watched {
  readonly final: Snapshot;
  /** The engine asked for the end. */
  readonly stopped: boolean;
}

interface Found extends Watched {
  readonly problem: LevelSetProblem;
  readonly weighed: Weighed;
}

/** A user's box on the grid of a level's domain. */
const boxIn = (rect: Rect, { x, y, scaleX, scaleY }: CellFrame, { image }: RunContext, level: number): HeldBox => {
  const { width, height } = levelByIndex(image.levels, level);
  const [left, top] = [Math.round(rect.x / scaleX), Math.round(rect.y / scaleY)];
  const [right, bottom] = [Math.round((rect.x + rect.width) / scaleX), Math.round((rect.y + rect.height) / scaleY)];
  const border = { left: left <= 0, top: top <= 0, right: right >= width, bottom: bottom >= height };
  return { box: { x0: left - x, y0: top - y, x1: right - x, y1: bottom - y }, border };
};

/** A box or a polygon, with the marks inside, grown by half; the whole image for a point and without a start. */
const domainOf = ({ start, marks }: Task, { image }: RunContext): Rect => {
  const whole: Rect = { x: 0, y: 0, width: image.width, height: image.height };
  if (start.kind === 'everywhere' || start.kind === 'point') return whole;
  return grown(holding(boundsOfStart(start, whole), marks?.inside.flat()), 0.5, whole);
};

/** The marks of a run on one slice. Throws `bad-hints` where one lies on another. */
const onSlice = ({ marks, slice }: Task): Marks | undefined => {
  const other = [...(marks?.slices?.inside ?? []), ...(marks?.slices?.outside ?? [])].find(
    (each) => each !== undefined && each !== slice,
  );
  if (other === undefined) return marks && { ...marks, slices: undefined };
  const reason = `the object lies on slice ${slice ?? 0}; mark that one, or run on all slices`;
  throw new SegmenterError('bad-hints', { hints: `slice ${other}`, reason });
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
    // A front that is gone has no ring to show; the run then ends by itself.
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
