import type { Executor } from '../../compute/executor.js';
import { Paces } from '../../compute/paces.js';

/** Milliseconds that a submit should take: two frames of a page, and below the limit of every GPU watchdog. */
const SUBMIT = 30;
/** Most outer iterations in a submit. */
const MOST = 16;

/** The paces of outer iterations; their size is the number of tiles of the grid. */
const paces = new Paces();

/**
 * The number of outer iterations per submit. A device is idle between submits, so a run begins with the number that suited the previous run on
 * its executor, and with fewer on a larger grid.
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

  /** Records the milliseconds that the submit took. */
  took(milliseconds: number): void {
    paces.note(this.executor, milliseconds / this.#batch, this.tiles);
    if (milliseconds * 2 < SUBMIT) this.#batch = Math.min(MOST, this.#batch * 2);
    else if (milliseconds > 2 * SUBMIT) this.#batch = Math.max(1, this.#batch >> 1);
  }
}
