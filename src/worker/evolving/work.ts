/** One run in a worker: its answers request samples and device work, and it waits for them between calls. */
import type { Algorithm, Outcome, RunCommand, RunContext, RunState, Steps } from '../../algorithm/algorithm.js';
import type { Executor } from '../../compute/executor.js';
import { keptIn } from '../../compute/kept.js';
import { fromErrorData, SegmenterError } from '../../core/errors.js';
import { levelByIndex, levelRect } from '../../core/geometry/levels.js';
import type { Rect } from '../../core/geometry/rect.js';
import { Parts } from '../../core/parts.js';
import type { Answer, Errand, Given, Wanted } from './errand.js';

/**
 * Milliseconds after which a run answers even if it has not ended: the interval at which its states are shown and
 * its worker is seen to be alive. A nucleus takes a quarter of it.
 */
const SLICE = 40;

type Step = { readonly result: IteratorResult<RunState, Outcome> } | { readonly thrown: unknown };

interface Waiting {
  readonly resolve: (given: Given) => void;
  readonly reject: (error: Error) => void;
}

/** A run and what it waits for. */
export class Work {
  readonly #controller = new AbortController();
  readonly #parts = new Parts();
  readonly #steps: Steps;
  readonly #waiting = new Map<number, Waiting>();
  #wanted: Wanted[] = [];
  #asked = 0;
  #step: Promise<Step> | undefined;
  #wake = (): void => {};

  constructor(
    algorithm: Algorithm,
    private readonly errand: Errand,
    private readonly executor: Executor,
  ) {
    this.#steps = algorithm.run(errand.task, this.#context());
  }

  /** Continues until the run ends, needs samples, or the slice is over; with the command `step` or `finish`, until the next state. */
  async go(word: RunCommand, given: readonly Given[]): Promise<Answer> {
    for (const each of given) this.#take(each);
    const from = performance.now();
    const called = new Promise<undefined>((resolve) => {
      this.#wake = () => resolve(undefined);
    });
    const timer = setTimeout(this.#wake, SLICE);
    let state: RunState | undefined;
    try {
      while (this.#wanted.length === 0) {
        this.#step ??= this.#next(word);
        const landed = await Promise.race([this.#step, called]);
        if (landed === undefined) break;
        this.#step = undefined;
        if ('thrown' in landed) return this.#failed(landed.thrown);
        const { done, value } = landed.result;
        if (done) return { outcome: value, parts: this.#parts.totals };
        // A front cannot be cloned and stays in this worker.
        const { front: _stays, ...plain } = value;
        state = plain;
        if (word !== 'go' || performance.now() - from > SLICE) break;
      }
    } finally {
      clearTimeout(timer);
    }
    const wanted = this.#wanted;
    this.#wanted = [];
    return { ...(state ? { state } : {}), ...(wanted.length > 0 ? { wanted } : {}) };
  }

  /** Ends the run in any state, and drops its cached samples. */
  end(): void {
    this.#controller.abort();
    for (const { reject } of this.#waiting.values()) reject(new Error('the run was ended'));
    this.#waiting.clear();
    const forget = (): void => keptIn(this.executor).forget(this.errand.image.levels);
    this.#steps.return({ contours: [] }).then(forget, forget);
  }

  #next(word: RunCommand): Promise<Step> {
    return this.#steps.next(word).then(
      (result) => ({ result }),
      (thrown: unknown) => ({ thrown }),
    );
  }

  #failed(error: unknown): Answer {
    if (!(error instanceof SegmenterError)) throw error;
    return { error: error.toJSON(), parts: this.#parts.totals };
  }

  #take(given: Given): void {
    const waiting = this.#waiting.get(given.index);
    this.#waiting.delete(given.index);
    if (given.error) waiting?.reject(fromErrorData(given.error));
    else waiting?.resolve(given);
  }

  #ask(what: { readonly rect: Rect; readonly level: number } | { readonly problem: Uint32Array }): Promise<Given> {
    return new Promise((resolve, reject) => {
      const index = this.#asked++;
      this.#waiting.set(index, { resolve, reject });
      this.#wanted.push({ index, ...what });
      this.#wake();
    });
  }

  #context(): RunContext {
    const { image, pixelBudget, details, onDevice = false } = this.errand;
    const region: RunContext['region'] = async (rect, level) => (await this.#ask({ rect, level })).samples!;
    return {
      run: this,
      // Caches between runs are limited to this run's image.
      engine: this,
      executor: this.executor,
      signal: this.#controller.signal,
      parts: this.#parts,
      image,
      pixelBudget,
      ...(details === undefined ? {} : { details }),
      ...(onDevice ? { many: true, onDevice: async (problem) => (await this.#ask({ problem })).ended } : {}),
      region,
      pixels: async (given, level) => {
        const rect = levelRect(given, levelByIndex(image.levels, level));
        return { samples: await region(rect, level), rect };
      },
    };
  }
}
