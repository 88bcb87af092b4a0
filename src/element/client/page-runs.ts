/** The runs of a client: steering, states, and a watchdog for each. */

import type { Remote } from 'comlink';
import type { RunState } from '../../algorithm/algorithm.js';
import { abortable } from '../../core/abort.js';
import { SegmenterError, throwIfAborted } from '../../core/errors.js';
import { because } from '../../core/reasons.js';
import type { RunResult, SegmentRequest } from '../../worker/protocol.js';
import type { Session, Steering } from '../../worker/session.js';
import type { ClientRun } from './client-run.js';
import type { WorkerLink } from './worker-link.js';

/** A run that is to start, and the place of its image. */
export interface RunPlan {
  readonly id: string;
  readonly request: SegmentRequest;
  readonly signal?: AbortSignal;
  readonly onState?: (state: RunState) => void;
  readonly concurrent?: boolean;
  /** Resolves when a worker has the image. */
  place(): Promise<{ readonly link: WorkerLink; readonly image: number }>;
}

interface PageRun {
  readonly onState?: (state: RunState) => void;
  /** The worker, once it is known; until then messages wait in `waiting`. */
  link: WorkerLink | undefined;
  readonly waiting: Word[];
  paused: boolean;
  /** Ticks of the watchdog since the last state. */
  quiet: number;
}

type Word = { readonly what: string; readonly say: (session: Remote<Session>) => Promise<void> };

/** Ticks of the watchdog in a run's deadline; a page that slept gets one late tick, however long it slept. */
const TICKS = 4;

/** The runs of a client, by id. */
export class PageRuns {
  readonly #runs = new Map<string, PageRun>();

  /** `deadline`: milliseconds without a new state after which a run that is not paused counts as hung. */
  constructor(private readonly deadline: number) {}

  start(plan: RunPlan): ClientRun {
    const { id, request, onState } = plan;
    const run: PageRun = { onState, link: undefined, waiting: [], paused: request.paused ?? false, quiet: 0 };
    const result = this.#run(plan, run);
    result.catch(() => {});
    const tell = (word: Word): void => {
      if (run.link) run.link.tell(word.what, word.say);
      else run.waiting.push(word);
    };
    const steer = (how: Steering, paused: boolean) => (): void => {
      if (this.#runs.get(id) !== run) return;
      run.paused = paused;
      run.quiet = 0;
      tell({ what: how, say: (session) => session.steer(id, how) });
    };
    return {
      id,
      result,
      pause: steer('pause', true),
      resume: steer('resume', false),
      step: steer('step', true),
      cancel: steer('cancel', false),
      watch: (slice) => {
        if (this.#runs.get(id) === run) tell({ what: 'watch', say: (session) => session.watch(id, slice) });
      },
    };
  }

  /** Takes a state from the worker of `link`. It is ignored where that worker was replaced or the run is over. */
  heard(link: WorkerLink, id: string, state: RunState): void {
    const run = this.#runs.get(id);
    if (run?.link !== link) return;
    run.quiet = 0;
    try {
      run.onState?.(state);
    } catch (error) {
      globalThis.reportError?.(error);
    }
  }

  async #run({ id, request, signal, concurrent, place }: RunPlan, run: PageRun): Promise<RunResult> {
    throwIfAborted(signal);
    if (this.#runs.has(id) || (this.#runs.size > 0 && !concurrent)) throw new SegmenterError('busy');
    this.#runs.set(id, run);
    let watchdog: ReturnType<typeof setInterval> | undefined;
    try {
      const { link, image } = await abortable(place(), signal);
      run.link = link;
      const onAbort = (): void => link.tell('abort', (session) => session.abort(id));
      const result = link.call('segment', (session) => session.segment(image, request, id), { signal, onAbort });
      for (const { what, say } of run.waiting) link.tell(what, say);
      watchdog = this.#watch(run, link);
      return await result;
    } finally {
      clearInterval(watchdog);
      this.#runs.delete(id);
    }
  }

  #watch(run: PageRun, link: WorkerLink): ReturnType<typeof setInterval> {
    return setInterval(() => {
      run.quiet = run.paused ? 0 : run.quiet + 1;
      if (run.quiet <= TICKS) return;
      link.fail(new SegmenterError('timeout', { what: because('run-step')`A step of the run`, limit: this.deadline }));
    }, this.deadline / TICKS);
  }
}
