/** A run's states and outcome, wherever it is carried out. */
import { transfer } from 'comlink';
import type { RunCommand, RunContext, Steps, Task } from '../../algorithm/algorithm.js';
import { hearing } from '../../algorithm/many.js';
import { abortable } from '../../core/abort.js';
import { SegmenterError, throwIfAborted } from '../../core/errors.js';
import { uuid } from '../../core/uuid.js';
import type { Lane } from '../../image/pool/lane.js';
import type { Samples } from '../../image/samples.js';
import type { Errand, Given, Wanted } from './errand.js';
import type { Evolver } from './evolver.js';
import type { ListPlaces } from './places.js';

/** Workers that a run may be lost with; then it is carried out here. */
const MOST_TRIES = 2;

/** What a pool has for the runs of one list. */
export interface Carrying {
  /** The algorithm's id. */
  readonly algorithm: string;
  readonly places: ListPlaces;
  readonly counts: { inWorkers: number; inPlace: number; bytes: number };
  /** A run begins, and is over. */
  begun(): void;
  over(): void;
}

/**
 * The run in a worker, and where that dies or fails in another or by `here`: a run depends on its task and its samples alone, so
 * it may begin anew.
 */
export const carriedOut = (carrying: Carrying, task: Task, context: RunContext, here: () => Steps): Steps => {
  let left = false;
  const steps = hearing((last) => anywhere(carrying, task, context, here, () => (left ? undefined : last())));
  const leave = steps.return;
  steps.return = (value) => {
    left = true;
    return leave.call(steps, value);
  };
  return steps;
};

/** The last word from the engine; none once nobody waits for the run any more. */
type LastWord = () => RunCommand | undefined;

async function* anywhere(
  { algorithm, places, counts, begun, over }: Carrying,
  task: Task,
  context: RunContext,
  here: () => Steps,
  told: LastWord,
): Steps {
  const { image, pixelBudget, details } = context;
  const errand: Errand = { algorithm, task, image, pixelBudget, ...(details === undefined ? {} : { details }) };
  begun();
  try {
    for (let tries = 0; ; tries++) {
      const place = await places.take(tries >= MOST_TRIES, context.signal);
      try {
        const outcome = yield* place === 'here' ? here() : inWorker(place, errand, context, counts, told);
        counts[place === 'here' ? 'inPlace' : 'inWorkers']++;
        return outcome;
      } catch (error) {
        throwIfAborted(context.signal);
        if (place === 'here' || error instanceof SegmenterError) throw error;
        if (!place.ended) tries = MOST_TRIES;
      } finally {
        places.leave(place);
      }
    }
  } finally {
    over();
  }
}

async function* inWorker(
  lane: Lane<Evolver>,
  errand: Errand,
  context: RunContext,
  counts: Carrying['counts'],
  told: LastWord,
): Steps {
  const run = uuid();
  let over = false;
  try {
    let given: Given[] = [];
    for (let its: Errand | undefined = errand; ; its = undefined) {
      const word = told();
      if (word === undefined) return { contours: [] };
      const buffers = given.flatMap((each) => ('samples' in each ? buffersOf(each.samples) : []));
      const sent = transfer(given, buffers);
      const begun = its;
      const work = lane.call((evolver) => evolver.go(run, word, sent, begun));
      const { state, wanted = [], outcome, error, parts } = await abortable(work, context.signal);
      if (parts) context.parts.add(parts);
      over = outcome !== undefined || error !== undefined;
      if (error) throw SegmenterError.from(error);
      if (outcome) return outcome;
      if (state) yield state;
      given = await Promise.all(wanted.map((each) => readFor(each, context)));
      for (const each of given) if ('samples' in each) counts.bytes += bytesOf(each.samples);
    }
  } finally {
    if (!over && !lane.ended) lane.call((evolver) => evolver.end(run)).catch(() => {});
  }
}

/** A copy, which may leave: a source may give samples that it keeps. */
const readFor = async ({ index, rect, level }: Wanted, { region }: RunContext): Promise<Given> => {
  try {
    const { data, missing, ...size } = await region(rect, level);
    return { index, samples: { ...size, data: data.slice(), ...(missing ? { missing: missing.slice() } : {}) } };
  } catch (error) {
    if (!(error instanceof SegmenterError)) throw error;
    return { index, error: error.toJSON() };
  }
};

const buffersOf = ({ data, missing }: Samples): ArrayBuffer[] =>
  [data, missing].flatMap((each) => (each?.buffer instanceof ArrayBuffer ? [each.buffer] : []));

const bytesOf = ({ data, missing }: Samples): number => data.byteLength + (missing?.byteLength ?? 0);
