/** Automatic object detection: a snake from the outline of each part of the image that stands out. */

import type { Geometry, Outcome, RunCommand, RunContext, RunState, Start, Task } from '../../algorithm/algorithm.js';
import { grown } from '../../algorithm/domain.js';
import { correlationOver, LEAST_CORRELATION } from '../../algorithm/evidence/whiteness.js';
import { type Ended, runMany } from '../../algorithm/many.js';
import { sideBySide } from '../../algorithm/side-by-side.js';
import type { Executor } from '../../compute/executor.js';
import { SegmenterError } from '../../core/errors.js';
import { chooseLevel, levelByIndex } from '../../core/geometry/levels.js';
import type { Level, Rect } from '../../core/geometry/rect.js';
import { positionsOf, signedArea } from '../../core/geometry/ring.js';
import { computed } from '../../core/numbers/computed.js';
import { told } from '../../core/told.js';
import type { SnakeParameters } from '../schema.js';
import { DOMAIN_SHARE, latticeRing } from '../starts.js';
import { batched } from '../steps/beside/planned.js';
import { CORRELATED, isOpen, settle } from '../weighing/weights.js';
import type { RunBox } from './find.js';
import { searchLevel } from './like/search-level.js';
import { type MapPart, outline } from './map/parts.js';
import { isOfTheStart } from './of-the-start.js';
import { withoutOthers } from './others.js';
import { searched } from './searched.js';
import type { Sought } from './sought.js';
import { Taken } from './taken.js';

/** Maximum pixels of the level at which each part's snake evolves. */
const EVOLVED = 2 ** 18;
/** Share of its size by which a part's bounding box is grown on every side, as a user would draw it. */
const MARGIN = 0.15;
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
  const { objects: most } = parameters;
  const { sought, domain, level } = yield* told(
    (tell) => searched(task, context, parameters, wanted, usual, tell),
    searching(usual),
  );
  const { scaleX, scaleY } = levelByIndex(levels, level);
  /** A part's box with a margin, in full-resolution pixels. @param dx in pixels of the level, as `dy` */
  const onImage = ({ x, y, width: across, height: down }: MapPart, dx: number, dy: number): Rect => ({
    x: (domain.x + x - dx) * scaleX,
    y: (domain.y + y - dy) * scaleY,
    width: (across + 2 * dx) * scaleX,
    height: (down + 2 * dy) * scaleY,
  });
  /** The same, grown as a person would draw it. */
  const drawn = (part: MapPart): Rect => {
    const { width: across, height: down } = part;
    return onImage(part, Math.max(1, Math.round(MARGIN * across)), Math.max(1, Math.round(MARGIN * down)));
  };
  const its = await weighedOver(sought, parameters);
  /** A part's run: from its outline, for which the pixels of the others do not exist. */
  const taskOf = (found: MapPart): Task => {
    const box = drawn(found);
    const fine = task.level ?? chooseLevel(grown(box, DOMAIN_SHARE, image), levels, EVOLVED);
    const bounds = task.domain && wholePixels(task.domain, levelByIndex(levels, fine));
    const rect = grown(box, 0, bounds ?? image);
    const around = grown(rect, DOMAIN_SHARE, bounds ?? image);
    const ring = positionsOf(outline(sought.labels, sought, found)).map(
      ([x, y]) => [(domain.x + x) * scaleX, (domain.y + y) * scaleY] as const,
    );
    // An outline touches itself where pixels meet at a corner only; the box is used then.
    const simple = latticeRing(ring, domain, scaleX, scaleY) !== undefined;
    const start: Start = simple ? { kind: 'polygon', rings: [[...ring, ring[0]!]] } : { kind: 'box', rect };
    return { ...task, start, domain: around, level: fine };
  };
  // Each is created when its run begins, so that the first does not wait for the outlines of the others.
  const tasks: Task[] = [];
  const taskAt = (index: number): Task => {
    tasks[index] ??= taskOf(sought.parts[index]!);
    return tasks[index];
  };
  const starts = sought.parts.map((part) => ({ start: { kind: 'box', rect: onImage(part, 0, 0) } as const }));
  const { many, most: load, weigh, carryOut } = sideBySide(executor.backend, starts, image, elsewhere);
  const taken = new Taken(domain, scaleX, scaleY);
  const contours: Outcome['contours'][number][] = [];
  let details: Outcome['details'];
  const ended: Ended[] = starts.map(() => undefined);
  let judged = 0;
  let first = 0;
  let failure: unknown;
  const runOf = (index: number, its: SnakeParameters, detailed: boolean, as = index) => {
    const { labels, parts } = sought;
    const without = withoutOthers(context, labels, parts[index]!.label, domain, levelByIndex(levels, level));
    const alone = { ...without, many, details: detailed };
    const task = taskAt(index);
    const here = () => runBox(task, its, alone, as);
    // Examples and marks concern the search, not the run of this object.
    const { likeness: _all, marks: _none, ...plain } = task;
    return carryOut({ ...plain, parameters: { ...plain.parameters, ...its } }, alone, here);
  };
  async function* begin(index: number): AsyncGenerator<RunState, Outcome, RunCommand> {
    try {
      const detailed = context.details !== false && (many ? index === 0 : details === undefined);
      const outcome = yield* runOf(index, its, detailed);
      const area = areaOf(outcome.contours[0]!.geometry) / (scaleX * scaleY);
      return sought.serves(sought.parts[index]!, area) ? outcome : NONE;
    } catch (error) {
      if (isOfTheStart(error)) return NONE;
      failure = error;
      throw error;
    }
  }
  /** Processes the parts that have ended in their order, whatever the order in which they ended. */
  const judge = (): void => {
    for (; judged < ended.length && contours.length < most; judged++) {
      const end = ended[judged];
      if (end === undefined) return;
      if (end instanceof SegmenterError || end.contours.length === 0) continue;
      const contour = { ...end.contours[0]!, ...sought.about(sought.parts[judged]!) };
      if (taken.take(contour.geometry) > SAME) continue;
      if (contours.length === 0) first = judged;
      contours.push(contour);
      details ??= end.details;
    }
  };
  const steps = runMany(begin, ended, load, weigh);
  try {
    for (let word: RunCommand = 'go'; ; ) {
      const { done, value } = await steps.next(word);
      if (failure !== undefined) throw failure;
      judge();
      if (done || contours.length === most) break;
      word = yield value;
    }
  } finally {
    await steps.return();
  }
  // With parallel runs it is unknown which will be the first.
  if (details === undefined && contours.length > 0 && context.details !== false) {
    details = (yield* runOf(first, its, true, starts.length)).details;
  }
  const model = await sought.model;
  return { contours, details: { ...details, searchedLevel: level, ...(model && { objectModel: model }) } };
}

const NONE: Outcome = { contours: [] };

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

/** The pixels of a level that lie wholly in a rectangle of full-resolution pixels, as such a rectangle; itself where none does. */
const wholePixels = (rect: Rect, { scaleX, scaleY }: Pick<Level, 'scaleX' | 'scaleY'>): Rect => {
  const x = Math.ceil(rect.x / scaleX) * scaleX;
  const y = Math.ceil(rect.y / scaleY) * scaleY;
  const width = Math.floor((rect.x + rect.width) / scaleX) * scaleX - x;
  const height = Math.floor((rect.y + rect.height) / scaleY) * scaleY - y;
  return width > 0 && height > 0 ? { x, y, width, height } : rect;
};

const areaOf = (geometry: Geometry): number =>
  geometry.type === 'Polygon' ? Math.abs(signedArea(geometry.coordinates[0]!)) : 0;
