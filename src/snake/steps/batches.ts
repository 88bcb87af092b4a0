import type { RunCommand } from '../../algorithm/algorithm.js';
import { Paces } from '../../compute/paces.js';

/**
 * Milliseconds that one submit should take: short enough to watch and to steer, long enough to cost nothing. A submit
 * stays under 50 ms even where its steps become four times as dear as was foreseen.
 */
const WANTED = 12;
const MOST = 32;
/** The fixed cost of a step, in the unit of work. */
const ALWAYS = 2 ** 16;

/** Most steps of a run's first submit: the first states come soon. */
const FIRST = 8;

/** Of steps, whose size is their work with the fixed cost. */
const paces = new Paces();

/**
 * Number of steps that go into a submit: as many as fill the time wanted, and one when the engine steps. The first submit has one
 * step, or as many as the last run on the same `device` says, since a GPU waits for the next submit when one is done too soon.
 */
export class Batches {
  #steps = 1;
  /** Milliseconds of one step of the last submit, and its work. */
  #step: number | undefined;
  #work = 0;
  #single = false;

  constructor(private readonly device?: object) {}

  /**
   * `work`: about what a step has to look at, in rows and pairs of edges. `took`: milliseconds of the last submit; not
   * given before the first of a level, which may be dearer than the last of another, and so gets no more steps.
   */
  next(work: number, took?: number): number {
    if (took !== undefined) {
      this.#step = took / this.#steps;
      if (this.device) paces.note(this.device, this.#step, ALWAYS + this.#work);
    }
    const expected = this.#step === undefined && this.device ? paces.expected(this.device, ALWAYS + work) : undefined;
    if (expected !== undefined && !this.#single) {
      this.#steps = Math.max(1, Math.min(FIRST, Math.floor(WANTED / expected)));
    } else if (this.#step !== undefined) {
      const foreseen = this.#step * Math.max(1, (ALWAYS + work) / (ALWAYS + this.#work));
      const steps = Math.min(MOST, took === undefined ? this.#steps : 2 * this.#steps, Math.floor(WANTED / foreseen));
      this.#steps = this.#single ? 1 : Math.max(1, steps);
    }
    this.#work = work;
    return this.#steps;
  }

  told(word: RunCommand): void {
    this.#single = word === 'step';
  }
}
