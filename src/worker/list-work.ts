/** The work of a request with a list of starts: the steps of all runs, and the conversion of their outcomes to one result. */
import type { Outcome, RunCommand, Steps } from '../algorithm/algorithm.js';
import { hearing } from '../algorithm/hearing.js';
import { type Ended, runMany } from '../algorithm/many.js';
import { sideBySide } from '../algorithm/side-by-side.js';
import { badParameter, SegmenterError, show } from '../core/errors.js';
import { reading } from '../core/given.js';
import { because } from '../core/reasons.js';
import { uuid } from '../core/uuid.js';
import { checkExclusive } from './checks/request.js';
import { checkOne } from './checks/task.js';
import { exclusively } from './exclusive.js';
import type { RunResult, SegmentRequest } from './protocol.js';
import { type RunWork, refuseEmpty } from './run.js';
import { contoursOf, type WorkPlace } from './work-place.js';

/** Throws a coded error where the request is invalid. @param inits the starts, as they are given */
export const workOfList = (given: SegmentRequest, inits: readonly unknown[], place: WorkPlace): RunWork => {
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
    if (exclusive) settled = await exclusively(ended, image, tasks[0]?.slice);
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

const outcomesOf = (ended: readonly Ended[]): Outcome[] =>
  ended.flatMap((end) => (end === undefined || end instanceof SegmenterError ? [] : [end]));
