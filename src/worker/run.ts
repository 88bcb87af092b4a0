/** One run: an algorithm's generator, held between two states to pause, step, cancel or abort. */

import type { Outcome, RunCommand, RunState, Task } from '../algorithm/algorithm.js';
import { abortable } from '../core/abort.js';
import { abortError, codedError, isAbort, isLoss, SegmenterError } from '../core/errors.js';
import { pause } from '../core/pause.js';
import { because } from '../core/reasons.js';
import { TimeSlice } from '../core/yielding.js';
import type { ContourFeature, RunResult } from './protocol.js';
import { Watcher } from './watcher.js';

/** The state of a run; the last four are final. */
export type RunStatus = 'running' | 'paused' | 'done' | 'cancelled' | 'aborted' | 'failed';

/** A run. Iterating over it gives its states as they arrive; leaving the loop does not end the run. */
export interface Run extends AsyncIterable<RunState> {
  /** The UUID of the first contour. */
  readonly id: string;
  /** `failed` where an error ended it, `aborted` where a signal or a closed image did. */
  readonly status: RunStatus;
  /** The last valid state; available after any kind of end. */
  readonly last: RunState | undefined;
  /** The (first) contour. Rejects with a `SegmenterError` or an `AbortError`. */
  readonly result: Promise<ContourFeature>;
  /** The whole result: all contours and details. */
  readonly outcome: Promise<RunResult>;
  /** Pauses the run before its next step; a paused run computes nothing. */
  pause(): void;
  /** Continues a paused run. */
  resume(): void;
  /** Does one step, then pauses. */
  step(): void;
  /** Ends the run after the current step; the result is the contour at that point. */
  cancel(): void;
}

/** The steps of a run and the conversion of its outcome, created when the run starts. */
export interface RunWork {
  readonly steps: AsyncGenerator<RunState, Outcome, RunCommand>;
  finish(outcome: Outcome, cancelled: boolean): RunResult;
}

/** Options of a run: its id, its signal, and whether it begins paused. */
export interface RunOptions {
  readonly id: string;
  readonly signal?: AbortSignal;
  readonly paused?: boolean;
}

/** Maximum number of lost devices per run. */
const LOSSES = 8;
/** States that an algorithm may still yield after the command `finish`. */
const GRACE = 16;

/** A run of the engine. `prepare` creates its work, and again after a device was lost. */
export class EngineRun implements Run {
  readonly id: string;
  readonly result: Promise<ContourFeature>;
  readonly outcome: Promise<RunResult>;

  readonly #controller = new AbortController();
  readonly #watchers = new Set<Watcher>();
  #status: RunStatus = 'running';
  #last: RunState | undefined;
  #failure: Error | undefined;
  #cancelled = false;
  /** Steps allowed while paused. */
  #steps = 0;
  #wake = (): void => {};

  constructor(prepare: (signal: AbortSignal) => RunWork | Promise<RunWork>, { id, signal, paused }: RunOptions) {
    this.id = id;
    if (paused) this.#status = 'paused';
    const abort = (): void => this.abort();
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    this.outcome = this.#settle(prepare).finally(() => signal?.removeEventListener('abort', abort));
    this.result = this.outcome.then(({ contours }) => contours[0]!);
    this.outcome.catch(() => {});
    this.result.catch(() => {});
  }

  get status(): RunStatus {
    return this.#status;
  }

  get last(): RunState | undefined {
    return this.#last;
  }

  pause(): void {
    if (this.#status === 'running') this.#status = 'paused';
  }

  resume(): void {
    if (this.#status === 'paused') this.#status = 'running';
    this.#steps = 0;
    this.#wake();
  }

  step(): void {
    this.pause();
    this.#steps++;
    this.#wake();
  }

  cancel(): void {
    this.#cancelled = true;
    this.#wake();
  }

  /** Ends the run at once, with `AbortError`; no effect once it has ended. */
  abort(): void {
    this.#controller.abort(abortError());
    this.#wake();
  }

  [Symbol.asyncIterator](): AsyncIterator<RunState, undefined> {
    const watcher: Watcher = new Watcher(this.#last ? [this.#last] : [], () => this.#watchers.delete(watcher));
    if (this.#over) watcher.end(this.#failure);
    else this.#watchers.add(watcher);
    return watcher;
  }

  get #over(): boolean {
    return this.#status !== 'running' && this.#status !== 'paused';
  }

  async #settle(prepare: (signal: AbortSignal) => RunWork | Promise<RunWork>): Promise<RunResult> {
    try {
      const result = await this.#drive(prepare);
      this.#status = result.cancelled ? 'cancelled' : 'done';
      return result;
    } catch (error) {
      this.#failure = codedError(error);
      this.#status = isAbort(error) ? 'aborted' : 'failed';
      throw this.#failure;
    } finally {
      for (const watcher of this.#watchers) watcher.end(this.#failure);
      this.#watchers.clear();
    }
  }

  /** Restarts where the device is lost: `prepare` waits for another. */
  async #drive(prepare: (signal: AbortSignal) => RunWork | Promise<RunWork>): Promise<RunResult> {
    await this.#interruptible(pause());
    await this.#gate();
    for (let losses = 0; ; losses++) {
      try {
        return await this.#carryOut(await this.#interruptible(prepare(this.#controller.signal)));
      } catch (error) {
        if (!isLoss(error) || losses === LOSSES) throw error;
      }
    }
  }

  async #carryOut(work: RunWork): Promise<RunResult> {
    let finished = 0;
    const slice = new TimeSlice();
    try {
      for (;;) {
        const told = this.#cancelled && this.#last !== undefined && !this.#last.searching;
        const { done, value } = await this.#interruptible(
          work.steps.next(told ? 'finish' : this.#status === 'paused' ? 'step' : 'go'),
        );
        if (done) return work.finish(value, this.#cancelled);
        if (told && ++finished > GRACE) throw new Error('the algorithm goes on after it was told to finish');
        this.#publish(value);
        if (slice.spent) await this.#interruptible(slice.renew());
        await this.#gate();
      }
    } finally {
      work.steps.return({ contours: [] }).catch(() => {});
    }
  }

  #publish(state: RunState): void {
    this.#last = state;
    for (const watcher of this.#watchers) watcher.take(state);
  }

  /** Waits while paused. */
  async #gate(): Promise<void> {
    while (this.#status === 'paused' && this.#steps === 0 && !this.#cancelled) {
      await this.#interruptible(
        new Promise<void>((resolve) => {
          this.#wake = resolve;
        }),
      );
    }
    if (this.#steps > 0) this.#steps--;
  }

  /** Settles as `work`, or rejects with `AbortError` as soon as the run is aborted, even if `work` ignores the signal. */
  #interruptible<T>(work: T | Promise<T>): Promise<T> {
    return abortable(Promise.resolve(work), this.#controller.signal);
  }
}

/**
 * Throws `nothing-found` where an outcome is empty: a result must have a contour.
 * @param task of a run from one start; none where a list of starts was run
 */
export const refuseEmpty = (outcome: Outcome, algorithm: string, task?: Task): void => {
  if (outcome.contours.length > 0) return;
  const where = task?.likeness
    ? because('none-alike')`that is like the examples`
    : task?.start.kind === 'everywhere'
      ? because('in-search')`in a search by ${algorithm}`
      : because('by-name')`by ${algorithm}`;
  throw new SegmenterError('nothing-found', { where });
};
