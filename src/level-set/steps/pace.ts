import type { Executor } from '../../compute/executor.js';
import { Paces } from '../../compute/paces.js';

/** Milliseconds that a submit should take: below every watchdog, and two frames of a page. */
const SUBMIT = 30;
/** Most outer iterations in a submit. */
const MOST = 16;

/** Of outer iterations, whose size is the tiles of the grid. */
const paces = new Paces();

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
    const expected = paces.expected(executor, tiles);
    if (expected === undefined) return;
    while (this.#batch < MOST && 2 * this.#batch * expected < SUBMIT) this.#batch *= 2;
  }

  /** Outer iterations of the next submit, a power of 2. */
  get batch(): number {
    return this.#batch;
  }

  /** Takes in the milliseconds that the submit took. */
  took(milliseconds: number): void {
    paces.note(this.executor, milliseconds / this.#batch, this.tiles);
    if (milliseconds * 2 < SUBMIT) this.#batch = Math.min(MOST, this.#batch * 2);
    else if (milliseconds > 2 * SUBMIT) this.#batch = Math.max(1, this.#batch >> 1);
  }
}
