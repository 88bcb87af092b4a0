/** The work of a request: the steps of its run, from one start or from each of a list, and the conversion of its outcome to a result. */
import type { Algorithm, Outcome, RunCommand, RunContext, RunState, Steps, Task } from '../algorithm/algorithm.js';
import { hintsOf } from '../algorithm/hints.js';
import { type Ended, hearing, runMany } from '../algorithm/many.js';
import { sideBySide } from '../algorithm/side-by-side.js';
import type { BackendInfo } from '../compute/backend.js';
import type { BackendName } from '../compute/executor.js';
import { badParameter, SegmenterError, show } from '../core/errors.js';
import { reading } from '../core/given.js';
import { later } from '../core/later.js';
import { because } from '../core/reasons.js';
import { uuid } from '../core/uuid.js';
import type { ImageSource } from '../image/samples.js';
import { listOfInits } from './checks/inits.js';
import { checkExclusive } from './checks/request.js';
import { checkOne, checkTask } from './checks/task.js';
import type { KeptRun, Seats } from './context.js';
import { features } from './feature.js';
import type { ContourFeature, RunResult, SegmentRequest } from './protocol.js';
import { type RunWork, refuseEmpty } from './run.js';

/** The state of a run that is kept when its device is lost. */
export interface KeptWork extends KeptRun {
  /** The pixel budget of the first device, kept so that the contour is the same on the next. */
  pixelBudget?: number;
  /** The same for each start of a list, with its result. */
  each?: readonly KeptWork[];
  ended?: Ended[];
}

/** What the work of a request needs. */
export interface WorkPlace extends Pick<Seats, 'elsewhere' | 'pixelBudget'> {
  /** Id of the first contour. */
  readonly id: string;
  readonly image: ImageSource;
  readonly algorithm: Algorithm;
  readonly kept: KeptWork;
  /** The backend on which the run begins. */
  readonly begins: BackendName;
  /** The backend that is recorded in the metadata. */
  readonly backend: Pick<BackendInfo, 'backend' | 'adapter'>;
  readonly contextOf: (kept: KeptWork, task: Task) => RunContext;
}

const apart = later(() => import('./exclusive.js'));

/** The work of a request. Throws a coded error where the request is invalid. */
export const workOf = (given: SegmentRequest, place: WorkPlace): RunWork => {
  const inits = reading('request', () => listOfInits(given.init));
  return inits === undefined ? workOfOne(given, place) : workOfList(given, inits, place);
};

const workOfOne = (given: SegmentRequest, place: WorkPlace): RunWork => {
  const { algorithm, image, id, kept, contextOf } = place;
  const exclusive = checkExclusive(given.exclusive);
  const task = reading('request', () => checkTask(given, given.init, algorithm, image));
  const steps = algorithm.run(task, contextOf(kept, task));
  return {
    steps: exclusive ? keptApart(steps, task, image) : steps,
    finish: (outcome, cancelled) => {
      refuseEmpty(outcome, algorithm.title);
      const asked = { ...task, ...(exclusive ? { exclusive } : {}) };
      return { contours: contoursOf(asked, outcome, id, cancelled, place), cancelled, details: outcome.details };
    },
  };
};

const workOfList = (given: SegmentRequest, inits: readonly unknown[], place: WorkPlace): RunWork => {
  const { algorithm, image, id, kept, contextOf } = place;
  const exclusive = checkExclusive(given.exclusive);
  for (const name of ['hints', 'pinned'] as const) {
    if (given[name] === undefined) continue;
    throw badParameter(
      name,
      show(given[name]),
      because('not-from-list')`they are of one object; start from one, not from a list`,
    );
  }
  const tasks = inits.map((init, i) => reading('request', () => checkOne(given, init, i, algorithm, image)));
  kept.each ??= tasks.map(() => ({ run: {} }));
  kept.ended ??= tasks.map(() => undefined);
  const { each, ended } = kept;
  let settled: readonly Ended[] = ended;
  const { many, most, weigh, carryOut } = sideBySide(place.begins, tasks, image, place.elsewhere);
  const begin = (i: number): Steps => {
    const context = contextOf(each[i]!, tasks[i]!);
    // The details are those of the first start, or, for sequential runs, of the first start with a contour.
    const details = i === 0 || !(many || ended.some((end) => end && 'details' in end));
    const its = { ...context, many, details };
    return carryOut(tasks[i]!, its, () => algorithm.run(tasks[i]!, its));
  };
  const steps = async function* (told: () => RunCommand): Steps {
    yield* runMany(begin, ended, most, weigh, told());
    if (exclusive) settled = await (await apart.load()).exclusively(ended, image, tasks[0]?.slice);
    return { contours: outcomesOf(settled).flatMap(({ contours }) => contours) };
  };
  const finish = (outcome: Outcome, cancelled: boolean): RunResult => {
    const failures = settled.flatMap((end, index) =>
      end instanceof SegmenterError ? [{ index, ...end.toJSON() }] : [],
    );
    const [failed] = settled.filter((end) => end instanceof SegmenterError);
    if (outcome.contours.length === 0 && failed !== undefined) throw failed;
    refuseEmpty(outcome, algorithm.title);
    const contours = settled.flatMap((end, i) =>
      end === undefined || end instanceof SegmenterError ? [] : contoursOf(tasks[i]!, end, uuid(), cancelled, place),
    );
    const [first, ...others] = contours;
    const details = {
      ...outcomesOf(settled).find(({ details }) => details)?.details,
      ...(failures.length > 0 ? { failures } : {}),
    };
    return { contours: [{ ...first!, id }, ...others], cancelled, details };
  };
  return { steps: hearing(steps), finish };
};

/** The contours of an outcome, whose metadata hold the request that reproduces them. */
const contoursOf = (
  task: Task & { readonly exclusive?: boolean },
  outcome: Outcome,
  id: string,
  cancelled: boolean,
  { algorithm, image, backend, pixelBudget }: WorkPlace,
): ContourFeature[] => {
  const { start: _told, marks, likeness: _shown, exclusive, ...asked } = task;
  const also = { ...(marks ? { hints: hintsOf(marks) } : {}), ...(exclusive ? { exclusive } : {}) };
  const request = { ...asked, ...also, algorithm: algorithm.id, pixelBudget };
  return features(outcome, { id, request, image, backend, cancelled });
};

/** The steps of a run whose contours are made disjoint at its end. */
async function* keptApart(
  steps: AsyncGenerator<RunState, Outcome, RunCommand>,
  { slice }: Task,
  image: ImageSource,
): AsyncGenerator<RunState, Outcome, RunCommand> {
  const outcome = yield* steps;
  const [kept] = await (await apart.load()).exclusively([outcome], image, slice);
  return kept === undefined || kept instanceof SegmenterError ? outcome : kept;
}

const outcomesOf = (ended: readonly Ended[]): Outcome[] =>
  ended.flatMap((end) => (end === undefined || end instanceof SegmenterError ? [] : [end]));
