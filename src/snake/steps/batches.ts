import type { RunCommand } from '../../algorithm/algorithm.js';
import { Paces } from '../../compute/paces.js';

/**
 * Milliseconds that one submit should take: short enough to watch and control the run, long enough that its overhead is negligible. A submit
 * stays under 50 ms even if its steps take four times as long as predicted.
 */
const WANTED = 12;
const MOST = 32;
/** The fixed cost of a step, in the unit of work. */
const ALWAYS = 2 ** 16;

/** Maximum steps of a run's first submit, so that the first states arrive soon. */
const FIRST = 8;

/** The pace of steps; the size of a step is its work including the fixed cost. */
const paces = new Paces();

/**
 * Chooses the number of steps per submit: as many as fill the wanted time, and one in single-step mode. The first submit has one
 * step, or as many as the pace of the last run on the same `device` allows, since a GPU idles until the next submit when one is too short.
 */
export class Batches {
  #steps = 1;
  /** Milliseconds of one step of the last submit, and its work. */
  #step: number | undefined;
  #work = 0;
  #single = false;

  constructor(private readonly device?: object) {}

  /**
   * `work`: the approximate size of a step, in rows and pairs of edges. `took`: milliseconds of the last submit; not
   * given before the first of a level, which may take longer than the last level's and therefore gets no more steps.
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

  /** Notes the last command: after `step`, submits have one step each. */
  noteCommand(word: RunCommand): void {
    this.#single = word === 'step';
  }
}
