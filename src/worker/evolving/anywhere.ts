/** A run in a worker of a pool, and what it asks of the engine meanwhile. */
import type { OnDevice, RunCommand, RunContext, Steps, Task } from '../../algorithm/algorithm.js';
import { abortable } from '../../core/abort.js';
import { SegmenterError, throwIfAborted } from '../../core/errors.js';
import { uuid } from '../../core/uuid.js';
import type { Lane } from '../../image/pool/lane.js';
import { bytesOf } from '../../image/sample-arrays.js';
import type { Calling } from './calling.js';
import type { Errand, Given, Wanted } from './errand.js';
import type { Evolver } from './evolver.js';
import type { Taking } from './places.js';

/** Maximum number of workers that may fail or die during a run before it is carried out in this thread. */
const MOST_TRIES = 2;

/** What a pool provides for the runs of one list. */
export interface Carrying {
  /** The algorithm's id. */
  readonly algorithm: string;
  readonly places: Taking;
  readonly counts: { inWorkers: number; inPlace: number; bytes: number };
  /** How a worker is called. */
  readonly calling: Calling;
  /** Solves problems on the engine's device, where the runs' contours evolve on one. */
  readonly onDevice?: OnDevice | undefined;
  /** Called when a run begins; `over`, when it has ended. */
  begun(): void;
  over(): void;
}

/** The latest command from the engine; `undefined` once the run is not awaited any more. */
export type LastWord = () => RunCommand | undefined;

/** Carries out a run in a worker, or by `here`. Its commands are those of `told`, not those of the caller's `next`. */
export async function* anywhere(
  carrying: Carrying,
  task: Task,
  context: RunContext,
  here: () => Steps,
  told: LastWord,
): Steps {
  const { algorithm, places, counts, begun, over, onDevice } = carrying;
  const { image, pixelBudget, details } = context;
  const also = { ...(details === undefined ? {} : { details }), ...(onDevice ? { onDevice: true } : {}) };
  const errand: Errand = { algorithm, task, image, pixelBudget, ...also };
  begun();
  try {
    for (let tries = 0; ; tries++) {
      const place = await places.take(tries >= MOST_TRIES, context.signal);
      try {
        const outcome = yield* place === 'here' ? here() : inWorker(place, errand, context, carrying, told);
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
  { counts, calling, onDevice }: Carrying,
  told: LastWord,
): Steps {
  const run = uuid();
  let over = false;
  try {
    let given: Given[] = [];
    for (let its: Errand | undefined = errand; ; its = undefined) {
      const word = told();
      if (word === undefined) return { contours: [] };
      const work = calling.go(lane, { run, word, given, errand: its });
      const { state, wanted = [], outcome, error, failed, parts } = await abortable(work, context.signal);
      if (parts) context.parts.add(parts);
      over = outcome !== undefined || error !== undefined || failed !== undefined;
      if (error) throw SegmenterError.from(error);
      if (failed !== undefined) throw new Error(failed);
      if (outcome) return outcome;
      if (state) yield state;
      given = await Promise.all(
        wanted.map((each) =>
          'rect' in each
            ? readFor(each, context)
            : onDevice!(each.problem).then((ended) => ({ index: each.index, ended })),
        ),
      );
      for (const { samples } of given) if (samples) counts.bytes += bytesOf(samples);
    }
  } finally {
    if (!over && !lane.ended) calling.end(lane, run);
  }
}

/** Reads samples for a worker, as a copy that can be transferred: a source may return samples that it keeps. */
const readFor = async (
  { index, rect, level }: Extract<Wanted, { rect: unknown }>,
  { region }: RunContext,
): Promise<Given> => {
  try {
    const { data, missing, ...size } = await region(rect, level);
    return { index, samples: { ...size, data: data.slice(), ...(missing ? { missing: missing.slice() } : {}) } };
  } catch (error) {
    if (!(error instanceof SegmenterError)) throw error;
    return { index, error: error.toJSON() };
  }
};
