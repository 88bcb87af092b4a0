/** Timeout of a request: limits periods without data, not the total time. */

/** Tests set shorter times. */
export const patience = {
  /** Maximum number of attempts. */
  tries: 4,
  /** Maximum number of attempts that time out, each of which has taken long already. */
  silentTries: 2,
  /** Milliseconds before the second attempt; doubled each time. */
  pause: 200,
  /** Milliseconds in which at least `least` bytes, or the end, must arrive. */
  silence: 15_000,
  /** Bytes: a line of a few hundred bits a second brings more. */
  least: 1024,
};

/** Aborts its signal where too few bytes arrive for too long. Call `end` after use. There is one timer at a time, restarted only when it has fired. */
export class Silence {
  readonly #controller = new AbortController();
  #timer = this.#start(patience.silence);
  /** When enough bytes last arrived, in milliseconds of `performance.now()`, and the bytes since. */
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
