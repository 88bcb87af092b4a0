/** A semaphore: callers wait for a free slot, first come first served. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves when the caller has a slot. */
  async take(): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve));
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}
