/** A run's states and outcome, wherever it is carried out. */
import type { RunContext, Steps, Task } from '../../algorithm/algorithm.js';
import { hearing } from '../../algorithm/hearing.js';
import { later } from '../../core/later.js';
import type { Carrying } from './anywhere.js';

/** Needed by lists and searches alone. */
const inPlaces = later(() => import('./anywhere.js'));

/**
 * Carries out the run in a worker; where that dies or fails, in another worker or by `here`. The run can restart anywhere, because it depends only on
 * its task and its samples.
 */
export const carriedOut = (carrying: Carrying, task: Task, context: RunContext, here: () => Steps): Steps => {
  let left = false;
  const steps = hearing(async function* (last) {
    const { anywhere } = await inPlaces.load();
    return yield* anywhere(carrying, task, context, here, () => (left ? undefined : last()));
  });
  const leave = steps.return;
  steps.return = (value) => {
    left = true;
    return leave.call(steps, value);
  };
  return steps;
};
