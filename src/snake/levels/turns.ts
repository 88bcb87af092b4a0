/** Schedules a thread's tasks: urgent ones at once, the others one by one while a device is busy. */
import { pause } from '../../core/pause.js';

/** Waiting tasks, by name. */
export class Turns {
  /** In the order of arrival. */
  readonly #waiting = new Map<string, () => void>();
  readonly #urgent = new Set<string>();
  #ended = false;
  /** Whether the thread is idle. */
  #idle = false;
  #giving = false;

  /** Waits until the task of this name may run. */
  async mine(name: string): Promise<void> {
    if (this.#ended || this.#urgent.has(name)) return;
    await new Promise<void>((resolve) => {
      this.#waiting.set(name, resolve);
      this.#give();
    });
  }

  /** Lets these tasks run now, or as soon as they arrive; others wait. */
  hurry(names: Iterable<string>): void {
    this.#idle = false;
    for (const name of names) {
      this.#urgent.add(name);
      this.#begin(name);
    }
  }

  /** Lets waiting tasks run, with messages handled in between, until the next call of `hurry`. */
  proceed(): void {
    this.#idle = true;
    this.#give();
  }

  /** Lets all waiting tasks run. */
  end(): void {
    this.#ended = true;
    this.hurry([...this.#waiting.keys()]);
  }

  async #give(): Promise<void> {
    if (this.#giving) return;
    this.#giving = true;
    while (this.#idle && this.#waiting.size > 0) {
      await pause();
      const [name] = this.#waiting.keys();
      if (this.#idle && name !== undefined) this.#begin(name);
    }
    this.#giving = false;
  }

  #begin(name: string): void {
    const resolve = this.#waiting.get(name);
    this.#waiting.delete(name);
    resolve?.();
  }
}
