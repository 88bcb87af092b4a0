import type { SegmentInit, SegmentOptions } from '../events.js';
import type { Drawn } from './drawn.js';

/** Drawing made while a run was under way. */
export interface Waiting {
  readonly init: SegmentInit;
  readonly options: SegmentOptions | (() => SegmentOptions) | undefined;
  readonly within: Drawn | undefined;
}

/** The starts that wait for the run under way, first come first, and those that went when it was stopped. */
export class WaitingStarts {
  #waiting: readonly Waiting[] = [];
  #dropped: readonly Waiting[] = [];

  get all(): readonly Waiting[] {
    return this.#waiting;
  }

  /** Until another run begins. */
  get dropped(): readonly Waiting[] {
    return this.#dropped;
  }

  add(start: Waiting): void {
    this.#waiting = [...this.#waiting, start];
  }

  /** Takes the first out. */
  next(): Waiting | undefined {
    const [next, ...others] = this.#waiting;
    this.#waiting = others;
    return next;
  }

  /** None waits any more; `dropped` has them. A second stop of the same run drops none. */
  drop(): void {
    if (this.#waiting.length > 0) this.#dropped = this.#waiting;
    this.#waiting = [];
  }

  /** Forgets all, as of another image. */
  clear(): void {
    this.#waiting = [];
    this.#dropped = [];
  }

  /** Forgets those that were dropped, and returns them. */
  takeDropped(): readonly Waiting[] {
    const dropped = this.#dropped;
    this.#dropped = [];
    return dropped;
  }
}
