import type { Word } from '../worker/algorithm.js';

/** Milliseconds that one batch should take: short enough to watch and to steer, long enough to cost nothing. */
const wanted = 12;
const most = 64;

/** How many steps go into a submit: as many as fill the time wanted; one when the engine steps. */
export class Batches {
  #size = 1;
  #began = 0;
  #single = false;

  next(): number {
    const now = performance.now();
    const took = now - this.#began;
    if (this.#began > 0 && !this.#single) {
      if (took < wanted / 2) this.#size = Math.min(most, this.#size * 2);
      else if (took > wanted) this.#size = Math.max(1, this.#size >> 1);
    }
    this.#began = now;
    return this.#single ? 1 : this.#size;
  }

  told(word: Word): void {
    this.#single = word === 'step';
  }
}
