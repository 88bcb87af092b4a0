/** The steps of concurrent runs, in the order in which they complete. */
import { isAbort, isLoss, SegmenterError } from '../core/errors.js';
import type { Outcome, RunState, Steps } from './algorithm.js';

/** A run that has begun and not ended. */
export interface ActiveRun {
  readonly index: number;
  readonly steps: Steps;
  readonly weight: number;
  /** Its last state, once it has yielded one. */
  last: RunState | undefined;
}

/** A completed step of a run: a state, or the run's outcome or error. */
export interface Arrival {
  readonly run: ActiveRun;
  readonly result: IteratorResult<RunState, Outcome> | SegmenterError;
}

/** Completed steps that were not consumed yet. */
export class Arrivals {
  #arrived: (Arrival | { readonly thrown: unknown })[] = [];
  /** Index of the first that was not consumed. */
  #first = 0;
  #wake = (): void => {};

  /** Adds a pending step of a run. */
  await(run: ActiveRun, step: Promise<IteratorResult<RunState, Outcome>>): void {
    const put = (each: Arrival | { readonly thrown: unknown }): void => {
      this.#arrived.push(each);
      this.#wake();
    };
    step.then(
      (result) => put({ run, result }),
      (error: unknown) => {
        if (error instanceof SegmenterError && !isLoss(error) && !isAbort(error)) put({ run, result: error });
        else put({ thrown: error });
      },
    );
  }

  get none(): boolean {
    return this.#first === this.#arrived.length;
  }

  /** Waits for the next completed step. Rejects with an error that ends all runs: an abort, a lost device or an uncoded error. */
  async next(): Promise<Arrival> {
    while (this.none) {
      this.#arrived = [];
      this.#first = 0;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const each = this.#arrived[this.#first++]!;
    if ('thrown' in each) throw each.thrown;
    return each;
  }
}
