/** Many runs as one. Each run's steps are independent, so each contour is the same as that of a single run, in any order of completion. */
import { SegmenterError } from '../core/errors.js';
import type { Ring } from '../core/geometry/ring.js';
import { pause } from '../core/pause.js';
import type { Outcome, RunCommand, RunState, Steps } from './algorithm.js';
import { type ActiveRun, Arrivals } from './arrivals.js';

/** The end of one start: `undefined` before it has ended, an outcome, or the error. */
export type Ended = Outcome | SegmenterError | undefined;

/** Number of progress reports for a list whose runs yield no states. */
const REPORTS = 100;

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
  const runs = new ConcurrentRuns(begin, ended, most, weigh);
  let command = first;
  try {
    for (;;) {
      const begun = command === 'finish' ? 0 : runs.beginNext();
      if (runs.none) return;
      runs.step(command);
      if (begun === TOGETHER) {
        await pause();
        if (runs.areAllPending) continue;
      }
      const state = await runs.next();
      if (state !== undefined && command !== 'finish') command = yield runs.shown(state);
    }
  } finally {
    await runs.end();
  }
}

/** The runs of a list that are under way, and what the ended ones have found. */
class ConcurrentRuns {
  readonly #active = new Set<ActiveRun>();
  /** Active runs without a pending step. */
  readonly #idle = new Set<ActiveRun>();
  readonly #arrivals = new Arrivals();
  /** Rings of the starts that have ended. */
  readonly #rings: Ring[];
  /** Index of the next start. */
  #next = 0;
  /** Total weight of the active runs. */
  #load = 0;
  /** Number of starts that have ended, and of those without a state since the last report. */
  #done: number;
  #unreported = 0;

  constructor(
    private readonly begin: (index: number) => Steps,
    private readonly ended: Ended[],
    private readonly most: number,
    private readonly weigh: (index: number) => number,
  ) {
    this.#rings = ended.flatMap(ringsOf);
    this.#done = ended.filter(Boolean).length;
  }

  get none(): boolean {
    return this.#active.size === 0;
  }

  /** Whether no step has completed that was not consumed. */
  get areAllPending(): boolean {
    return this.#arrivals.none;
  }

  /** Begins the next runs that there is room for, at most `TOGETHER`; returns their number. */
  beginNext(): number {
    let begun = 0;
    for (; this.#next < this.ended.length && begun < TOGETHER; this.#next++) {
      const weight = this.weigh(this.#next);
      if (this.#load > 0 && this.#load + weight > this.most) break;
      if (this.ended[this.#next] !== undefined) continue;
      const run: ActiveRun = { index: this.#next, steps: this.begin(this.#next), weight, last: undefined };
      this.#load += weight;
      this.#active.add(run);
      this.#idle.add(run);
      begun++;
    }
    return begun;
  }

  /** Has each idle run make a step; in single-step mode only one run, and only while no other step is pending. */
  step(command: RunCommand): void {
    if (command === 'step' && this.#idle.size < this.#active.size) return;
    const stepping = command === 'step' ? [...this.#active].slice(0, 1) : this.#idle;
    for (const run of stepping) {
      this.#idle.delete(run);
      this.#arrivals.await(run, run.steps.next(command));
    }
  }

  /** Waits for the next completed step; returns the state to report, if any. */
  async next(): Promise<RunState | undefined> {
    const { run, result } = await this.#arrivals.next();
    if (result instanceof SegmenterError) return this.#settle(run, result);
    if (result.done) return this.#settle(run, result.value);
    run.last = result.value;
    this.#idle.add(run);
    return result.value;
  }

  /** Records the end of a run. Returns a state for runs that yielded none, one for every hundredth of the list. */
  #settle(run: ActiveRun, end: Outcome | SegmenterError): RunState | undefined {
    const { index, weight, last } = run;
    this.ended[index] = end;
    const found = ringsOf(end);
    for (const ring of found) this.#rings.push(ring);
    this.#active.delete(run);
    this.#load -= weight;
    this.#done++;
    if (last !== undefined || ++this.#unreported * REPORTS < this.ended.length) return undefined;
    this.#unreported = 0;
    return lastState(end, found[0] ?? []);
  }

  /** A state of one run, with the rings of all and the share of the list that is done. */
  shown(state: RunState): RunState {
    const under = [...this.#active].flatMap(({ last }) => (last ? [last.ring] : []));
    return withRings({ ...state, ...shares(this.#done, this.ended.length) }, this.#rings, under);
  }

  /** Ends the active runs. */
  async end(): Promise<void> {
    await Promise.allSettled([...this.#active].map(({ steps }) => steps.return({ contours: [] })));
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
