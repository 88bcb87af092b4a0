/** Deadline of a request: by its silence, not by how long a file takes to come. */

/** Tests make it hasty. */
export const patience = {
  /** Tries in all. */
  tries: 4,
  /** Tries in all that may end by silence: that has been waited for already. */
  silentTries: 2,
  /** Milliseconds before the second try; doubled each time. */
  pause: 200,
  /** Milliseconds in which at least `least` bytes must come, or the end. */
  silence: 15_000,
  /** Bytes: a line of a few hundred bits a second brings more. */
  least: 1024,
};

/** Aborts its signal where nothing, or next to nothing, comes for too long. `end` it. One timer at a time, set anew only when it is over. */
export class Silence {
  readonly #controller = new AbortController();
  #timer = this.#start(patience.silence);
  /** When enough was heard for the last time, in milliseconds of `performance.now()`, and the bytes since. */
  #heard = performance.now();
  #bytes = 0;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  heard(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes < patience.least) return;
    this.#bytes = 0;
    this.#heard = performance.now();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #start(wait: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      const left = this.#heard + patience.silence - performance.now();
      if (left <= 0) this.#controller.abort();
      else this.#timer = this.#start(left);
    }, wait);
  }
}
