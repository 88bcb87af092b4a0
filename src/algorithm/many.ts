/** Many runs as one. Each run's steps are independent, so each contour is the same as that of a single run, in any order of completion. */
import { isAbort, isLoss, SegmenterError } from '../core/errors.js';
import type { Ring } from '../core/geometry/ring.js';
import { pause } from '../core/pause.js';
import type { Outcome, RunCommand, RunState, Steps } from './algorithm.js';

/** The end of one start: `undefined` before it has ended, an outcome, or the error. */
export type Ended = Outcome | SegmenterError | undefined;

interface Active {
  readonly index: number;
  readonly steps: Steps;
  readonly weight: number;
  last: RunState | undefined;
}

/** The result of a step that was under way. */
interface Landed {
  readonly active: Active;
  readonly result: IteratorResult<RunState, Outcome> | SegmenterError;
}

/** Number of progress reports for a list whose runs yield no states. */
const SHARES = 100;

/**
 * Number of runs started before yielding to the event loop. While it turns, they run until they wait for a device or for samples, so the device
 * has work while the next runs are prepared.
 */
const TOGETHER = 16;

/**
 * Runs all starts. Runs are concurrent up to a total weight of `most`, or a single heavier one; when a run ends, the next begins.
 * Yields a state after each step of any run and, for runs without states, after every hundredth of the list, whether or not an object was found.
 * A run that fails leaves its coded error in `ended` and does not affect the others; an abort, a lost device or an uncoded error ends all runs.
 * On `finish`, the runs under way end with their last valid states, and no other run begins.
 *
 * @param ended by index; starts that have an entry already are skipped
 * @param weigh weight of a start; 1 when not given
 * @param first the initial command
 */
export async function* runMany(
  begin: (index: number) => Steps,
  ended: Ended[],
  most: number,
  weigh: (index: number) => number = () => 1,
  first: RunCommand = 'go',
): AsyncGenerator<RunState, void, RunCommand> {
  const active = new Set<Active>();
  /** Active runs without a pending step. */
  const idle = new Set<Active>();
  const rings: Ring[] = ended.flatMap((each) => ringsOf(each));
  const arrivals = new Arrivals();
  let [next, load, count, untold] = [0, 0, ended.filter(Boolean).length, 0];
  let word = first;
  const step = (of: Active): void => {
    idle.delete(of);
    arrivals.await(of, of.steps.next(word));
  };
  const start = (index: number, weight: number): void => {
    const of: Active = { index, steps: begin(index), weight, last: undefined };
    load += weight;
    active.add(of);
    idle.add(of);
  };
  /** Handles the result of a step; returns the state to report, if any. */
  const land = ({ active: of, result }: Landed): RunState | undefined => {
    if (!(result instanceof SegmenterError) && result.done !== true) {
      of.last = result.value;
      idle.add(of);
      return result.value;
    }
    const end = result instanceof SegmenterError ? result : result.value;
    ended[of.index] = end;
    const found = ringsOf(end);
    for (const ring of found) rings.push(ring);
    active.delete(of);
    load -= of.weight;
    count++;
    if (of.last !== undefined || ++untold * SHARES < ended.length) return undefined;
    untold = 0;
    return lastState(end, found[0] ?? []);
  };
  try {
    for (;;) {
      let begun = 0;
      while (word !== 'finish' && next < ended.length && begun < TOGETHER) {
        const weight = weigh(next);
        if (load > 0 && load + weight > most) break;
        if (ended[next] === undefined) {
          start(next, weight);
          begun++;
        }
        next++;
      }
      if (active.size === 0) return;
      // In single-step mode one step is pending at a time.
      if (word !== 'step') for (const each of idle) step(each);
      else if (idle.size === active.size) for (const each of [...active].slice(0, 1)) step(each);
      if (begun === TOGETHER) {
        await pause();
        if (arrivals.none) continue;
      }
      const state = land(await arrivals.next());
      if (state === undefined || word === 'finish') continue;
      const under = [...active].flatMap(({ last }) => (last ? [last.ring] : []));
      word = yield withRings({ ...state, ...shares(count, ended.length) }, rings, under);
    }
  } finally {
    await Promise.allSettled([...active].map(({ steps }) => steps.return({ contours: [] })));
  }
}

/** Completed steps, in the order of completion. */
class Arrivals {
  #landed: (Landed | { readonly thrown: unknown })[] = [];
  #first = 0;
  #wake = (): void => {};

  await(active: Active, step: Promise<IteratorResult<RunState, Outcome>>): void {
    const put = (each: Landed | { readonly thrown: unknown }): void => {
      this.#landed.push(each);
      this.#wake();
    };
    step.then(
      (result) => put({ active, result }),
      (error: unknown) => {
        if (error instanceof SegmenterError && !isLoss(error) && !isAbort(error)) put({ active, result: error });
        else put({ thrown: error });
      },
    );
  }

  /** Whether there is no completed step that was not consumed. */
  get none(): boolean {
    return this.#first === this.#landed.length;
  }

  /** Waits for the next completed step. Rejects with an error that ends all runs. */
  async next(): Promise<Landed> {
    while (this.none) {
      this.#landed = [];
      this.#first = 0;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const each = this.#landed[this.#first++]!;
    if ('thrown' in each) throw each.thrown;
    return each;
  }
}

/** The share of a list that is done. */
const shares = (done: number, of: number): Pick<RunState, 'done' | 'starts'> => ({
  done: done / of,
  ...(of > 1 && { starts: { done, of } }),
});

/**
 * A state of one run with the rings of all. The rings are joined when they are read: most states of a long list are never read.
 * @param rings those that have ended so far; more may be appended later
 * @param under those under way
 */
const withRings = (state: RunState, rings: readonly Ring[], under: readonly Ring[]): RunState => {
  const until = rings.length;
  return {
    ...state,
    ...(until + under.length === 0 && { searching: true }),
    get rings() {
      return [...rings.slice(0, until), ...under];
    },
  };
};

/** The state of a run that yielded none, made from its outcome. */
const lastState = (end: Ended, ring: Ring): RunState => {
  const measured = end === undefined || end instanceof SegmenterError ? {} : (end.contours[0]?.measurements ?? {});
  return { iteration: 0, step: measured.Steps ?? 0, ring, criterion: measured.Criterion ?? 0, level: 0 };
};

const ringsOf = (ended: Ended): Ring[] => {
  if (ended === undefined || ended instanceof SegmenterError) return [];
  return ended.contours.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? geometry.coordinates.map((ring) => ring.slice(0, -1).flat()) : [],
  );
};
