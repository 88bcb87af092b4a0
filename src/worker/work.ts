/** The work of a request: the steps of its run, from one start or from each of a list, and the conversion of its outcome to a result. */
import type { Outcome, RunCommand, RunState, Task } from '../algorithm/algorithm.js';
import { SegmenterError } from '../core/errors.js';
import { reading } from '../core/given.js';
import { later } from '../core/later.js';
import type { ImageSource } from '../image/samples.js';
import { listOfInits } from './checks/inits.js';
import { checkExclusive } from './checks/request.js';
import { checkTask } from './checks/task.js';
import type { SegmentRequest } from './protocol.js';
import { type RunWork, refuseEmpty } from './run.js';
import { contoursOf, type WorkPlace } from './work-place.js';

const lists = later(() => import('./list-work.js'));
const apart = later(() => import('./exclusive.js'));

/** The work of a request. Rejects with a coded error where the request is invalid. */
export const workOf = async (given: SegmentRequest, place: WorkPlace): Promise<RunWork> => {
  const inits = reading('request', () => listOfInits(given.init));
  return inits === undefined ? workOfOne(given, place) : (await lists.load()).workOfList(given, inits, place);
};

const workOfOne = (given: SegmentRequest, place: WorkPlace): RunWork => {
  const { algorithm, image, id, kept, contextOf } = place;
  const exclusive = checkExclusive(given.exclusive);
  const task = reading('request', () => checkTask(given, given.init, algorithm, image));
  const steps = algorithm.run(task, contextOf(kept, task));
  return {
    steps: exclusive ? keptApart(steps, task, image) : steps,
    finish: (outcome, cancelled) => {
      refuseEmpty(outcome, algorithm.title, task);
      const asked = { ...task, ...(exclusive ? { exclusive } : {}) };
      return { contours: contoursOf(asked, outcome, id, cancelled, place), cancelled, details: outcome.details };
    },
  };
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
