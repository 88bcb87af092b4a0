import type { Executor } from '../../compute/executor.js';

/** Milliseconds that a submit should take: below every watchdog, and two frames of a page. */
const SUBMIT = 30;
/** Most outer iterations in a submit. */
const MOST = 16;

/** What an outer iteration took last, in milliseconds, on a grid of so many tiles. */
interface Seen {
  readonly milliseconds: number;
  readonly tiles: number;
}

const seenOn = new WeakMap<Executor, Seen>();

/**
 * How many outer iterations go into a submit. A device waits after each for the next, so a run begins with as many as the run before on its
 * executor found to fit, on a larger grid with fewer.
 */
export class Pace {
  #batch = 1;

  constructor(
    private readonly executor: Executor,
    private readonly tiles: number,
  ) {
    const seen = seenOn.get(executor);
    if (seen === undefined) return;
    const expected = seen.milliseconds * Math.max(1, tiles / seen.tiles);
    while (this.#batch < MOST && 2 * this.#batch * expected < SUBMIT) this.#batch *= 2;
  }

  /** Outer iterations of the next submit, a power of 2. */
  get batch(): number {
    return this.#batch;
  }

  /** Takes in the milliseconds that the submit took. */
  took(milliseconds: number): void {
    seenOn.set(this.executor, { milliseconds: milliseconds / this.#batch, tiles: this.tiles });
    if (milliseconds * 2 < SUBMIT) this.#batch = Math.min(MOST, this.#batch * 2);
    else if (milliseconds > 2 * SUBMIT) this.#batch = Math.max(1, this.#batch >> 1);
  }
}
