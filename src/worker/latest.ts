/** Minimum interval between two sends, in milliseconds. */
const INTERVAL = 1000 / 60;

/**
 * Sends values one at a time, at most 60 per second, and never before the previous one was received: a new value
 * replaces a waiting one. The first value is sent at once; `end` sends the last.
 */
export class Latest<T> {
  #waiting: { readonly value: T } | undefined;
  #sending: Promise<void> | undefined;
  #hurry: (() => void) | undefined;
  #ended = false;

  /** `send` resolves once the value was received; errors of the receiver are ignored. */
  constructor(private readonly send: (value: T) => Promise<void>) {}

  offer(value: T): void {
    this.#waiting = { value };
    this.#sending ??= this.#run();
  }

  /** Resolves once the newest value was received. */
  async end(): Promise<void> {
    this.#ended = true;
    this.#hurry?.();
    await this.#sending;
  }

  async #run(): Promise<void> {
    while (this.#waiting) {
      const { value } = this.#waiting;
      this.#waiting = undefined;
      const start = performance.now();
      await this.send(value).catch(() => {});
      const rest = INTERVAL - (performance.now() - start);
      if (rest > 0 && !this.#ended) await this.#wait(rest);
    }
    this.#sending = undefined;
  }

  #wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
