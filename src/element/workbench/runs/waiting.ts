import { SegmenterError } from '../../../core/errors.js';
import { BySource } from '../../contours/shelf.js';
import type { SegmentInit, SegmentOptions } from '../events.js';
import type { Drawn } from './drawn.js';

/** Drawing made while a run was under way. */
export interface Waiting {
  readonly init: SegmentInit;
  readonly options: SegmentOptions | (() => SegmentOptions) | undefined;
  readonly within: Drawn | undefined;
}

/** Errors that are no fault of a start: once the connection or the engine is back it may succeed. */
const PASSING: ReadonlySet<string> = new Set(['tile-unavailable', 'not-loaded', 'worker-crashed', 'timeout']);

/** The starts that wait for the run under way, first come first, and those that went when it was stopped. */
export class WaitingStarts {
  #waiting: readonly Waiting[] = [];
  #dropped: readonly Waiting[] = [];
  /** Those that images were left with, by their sources. */
  readonly #left = new BySource<readonly Waiting[]>();

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

  /** Drops a start that failed by no fault of its own, with those that wait behind it; false where the fault is its own. */
  failed(start: Waiting, error: unknown): boolean {
    if (!(error instanceof SegmenterError) || !PASSING.has(error.code)) return false;
    this.#waiting = [start, ...this.#waiting];
    this.drop();
    return true;
  }

  /** Forgets all, as of another image. */
  clear(): void {
    this.#waiting = [];
    this.#dropped = [];
  }

  /** Keeps those that were dropped for when the image of this source is open again. */
  leave(source: unknown): void {
    if (this.#dropped.length > 0) this.#left.set(source, this.takeDropped());
  }

  /** The image of this source is open: those that it was left with were dropped on it, and no others. */
  come(source: unknown): void {
    this.#dropped = this.#left.get(source) ?? [];
    this.#left.set(source, []);
  }

  /** Forgets those that were dropped, and returns them. */
  takeDropped(): readonly Waiting[] {
    const dropped = this.#dropped;
    this.#dropped = [];
    return dropped;
  }
}
