/** Automatic object detection: a snake from the outline of each part of the image that stands out. */

import type { Geometry, Outcome, RunCommand, RunContext, RunState, Task } from '../../algorithm/algorithm.js';
import { correlationOver, LEAST_CORRELATION } from '../../algorithm/evidence/whiteness.js';
import { type Ended, runMany } from '../../algorithm/many.js';
import { sideBySide } from '../../algorithm/side-by-side.js';
import type { Executor } from '../../compute/executor.js';
import { SegmenterError } from '../../core/errors.js';
import { levelByIndex } from '../../core/geometry/levels.js';
import type { Level, Rect } from '../../core/geometry/rect.js';
import { signedArea } from '../../core/geometry/ring.js';
import { computed } from '../../core/numbers/computed.js';
import { told } from '../../core/told.js';
import type { SnakeParameters } from '../schema.js';
import { batched } from '../steps/beside/planned.js';
import { CORRELATED, isOpen, settle } from '../weighing/weights.js';
import { filling } from './filling.js';
import type { RunBox } from './find-round.js';
import { searchLevel } from './like/search-level.js';
import { withoutOthers } from './others.js';
import { PartTasks } from './part-tasks.js';
import { type Searched, searched } from './searched.js';
import type { Sought } from './sought.js';
import { isStartError } from './start-error.js';
import { Taken } from './taken.js';

/**
 * Nats a pixel of the outline where neighbours are alike: a chain code of three directions, as each step of an outline goes on from
 * the last one, straight or by an eighth of a turn (Freeman 1974). The natural logarithm of 3, as `Math.log` may differ between engines.
 */
const LENGTH_COST = 1.0986122886681096;
/** A found contour with more than this share in earlier ones is the same object. */
const SAME = 0.5;

/**
 * Begins to compile the kernel of batches while the starts are looked for. A search that cannot load the code for it says so when it has
 * starts.
 */
const compileAhead = (executor: Executor): void => {
  batched.load().then(
    ({ prepareBatches }) => prepareBatches(executor),
    () => {},
  );
};

/**
 * Runs a task without a start: finds the parts of the domain that stand out, or are like examples, and evolves a snake
 * from each.
 */
export async function* findObjects(
  task: Task,
  context: RunContext,
  parameters: SnakeParameters,
  runBox: RunBox,
): AsyncGenerator<RunState, Outcome, RunCommand> {
  const { executor, elsewhere } = context;
  if (executor.backend !== 'cpu') compileAhead(executor);
  const { levels, width, height } = context.image;
  const image: Rect = { x: 0, y: 0, width, height };
  const wanted = task.domain ?? image;
  const usual = searchLevel(task, wanted, context);
  const found = yield* told((tell) => searched(task, context, parameters, { wanted, usual }, tell), searching(usual));
  const { sought, domain, level } = found;
  const whole = await filling(found, task, context);
  if (whole) return { contours: [whole], details: { searchedLevel: level } };
  const scale = levelByIndex(levels, level);
  const its = await weighedOver(sought, parameters);
  const tasks = new PartTasks(task, context.image, found);
  const starts = sought.parts.map((part) => ({ start: { kind: 'box', rect: tasks.boxOf(part) } as const }));
  const { many, most: load, weigh, carryOut } = sideBySide(executor.backend, starts, image, elsewhere);
  const judged = new Judged(found, scale, parameters.objects);
  const ended: Ended[] = starts.map(() => undefined);
  let failure: unknown;
  const runOf = (index: number, detailed: boolean, as = index) => {
    const { labels, parts } = sought;
    const without = withoutOthers(context, labels, parts[index]!.label, domain, scale);
    const alone = { ...without, many, details: detailed };
    const own = tasks.at(index);
    const here = () => runBox(own, its, alone, as);
    // Examples, marks and the area concern the search, not the run of this object.
    const { likeness: _all, marks: _none, within: _area, ...plain } = own;
    return carryOut({ ...plain, parameters: { ...plain.parameters, ...its } }, alone, here);
  };
  async function* begin(index: number): AsyncGenerator<RunState, Outcome, RunCommand> {
    try {
      const detailed = context.details !== false && (many ? index === 0 : judged.details === undefined);
      const outcome = yield* runOf(index, detailed);
      const area = areaOf(outcome.contours[0]!.geometry) / (scale.scaleX * scale.scaleY);
      return sought.serves(sought.parts[index]!, area) ? outcome : NONE;
    } catch (error) {
      if (isStartError(error)) return NONE;
      failure = error;
      throw error;
    }
  }
  const steps = runMany(begin, ended, load, weigh);
  try {
    for (let word: RunCommand = 'go'; ; ) {
      const { done, value } = await steps.next(word);
      if (failure !== undefined) throw failure;
      judged.judge(ended);
      if (done || judged.isFull) break;
      word = yield value;
    }
  } finally {
    await steps.return();
  }
  const { contours } = judged;
  let { details } = judged;
  // With parallel runs it is unknown which will be the first.
  if (details === undefined && contours.length > 0 && context.details !== false) {
    details = (yield* runOf(judged.first, true, starts.length)).details;
  }
  const model = await sought.model;
  return { contours, details: { ...details, searchedLevel: level, ...(model && { objectModel: model }) } };
}

const NONE: Outcome = { contours: [] };

/** The contours of the parts that have ended. They are taken in the parts' order, whatever the order in which they ended. */
class Judged {
  readonly contours: Outcome['contours'][number][] = [];
  /** Those of the first contour that has any. */
  details: Outcome['details'];
  /** Index of the part of the first contour. */
  first = 0;
  readonly #taken: Taken;
  #next = 0;

  /** @param most maximum number of contours */
  constructor(
    private readonly found: Pick<Searched, 'sought' | 'domain'>,
    scale: Pick<Level, 'scaleX' | 'scaleY'>,
    private readonly most: number,
  ) {
    this.#taken = new Taken(found.domain, scale);
  }

  get isFull(): boolean {
    return this.contours.length === this.most;
  }

  /** Takes what can be taken before the first part that has not ended. @param ended by part */
  judge(ended: readonly Ended[]): void {
    const { sought } = this.found;
    for (; this.#next < ended.length && !this.isFull; this.#next++) {
      const end = ended[this.#next];
      if (end === undefined) return;
      if (end instanceof SegmenterError || end.contours.length === 0) continue;
      const contour = { ...end.contours[0]!, ...sought.about(sought.parts[this.#next]!) };
      if (this.#taken.take(contour.geometry) > SAME) continue;
      if (this.contours.length === 0) this.first = this.#next;
      this.contours.push(contour);
      this.details ??= end.details;
    }
  }
}

/** State of a search, which has no ring to display. */
const searching =
  (level: number) =>
  (done: number | undefined): RunState => {
    const known = done === undefined ? {} : { done };
    return { iteration: 0, step: 0, ring: [], criterion: 0, level, searching: true, ...known };
  };

/**
 * The parameters of every part's snake. Whether neighbours are alike is a fact of the image: it is told from all parts and all
 * of the background, of which a single small object has too few pixels.
 */
const weighedOver = async ({ labels, width, seen }: Sought, parameters: SnakeParameters): Promise<SnakeParameters> => {
  if (!isOpen(parameters) || labels.length === 0) return parameters;
  const { channel } = await seen();
  if (channel.kind === 'codes') return parameters;
  const insideOf = (first: number, rows: number): Uint8Array =>
    computed(new Uint8Array(rows * width), (i) => (labels[first * width + i] === 0 ? 0 : 1));
  const correlation = await correlationOver(channel, insideOf);
  if (correlation < LEAST_CORRELATION) return parameters;
  const { lengthCost, model } = parameters;
  return settle(
    {
      ...parameters,
      model: model === 'auto' ? CORRELATED.model : model,
      lengthCost: lengthCost === 'auto' ? LENGTH_COST : lengthCost,
    },
    { independent: false, correlation },
  );
};

const areaOf = (geometry: Geometry): number =>
  geometry.type === 'Polygon' ? Math.abs(signedArea(geometry.coordinates[0]!)) : 0;
