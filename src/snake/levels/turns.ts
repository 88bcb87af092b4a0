/** The order in which a thread does its work: what somebody waits for at once, the rest one by one while a device is busy. */
import { pause } from '../../core/pause.js';

/** Works that wait for their turns, by name. */
export class Turns {
  /** The first that came is the first. */
  readonly #waiting = new Map<string, () => void>();
  readonly #urgent = new Set<string>();
  #ended = false;
  /** The thread has time. */
  #idle = false;
  #giving = false;

  /** Waits until the work of this name has its turn. */
  async mine(name: string): Promise<void> {
    if (this.#ended || this.#urgent.has(name)) return;
    await new Promise<void>((resolve) => {
      this.#waiting.set(name, resolve);
      this.#give();
    });
  }

  /** These have their turn now, or as soon as they ask; the thread has no time for others. */
  hurry(names: Iterable<string>): void {
    this.#idle = false;
    for (const name of names) {
      this.#urgent.add(name);
      this.#begin(name);
    }
  }

  /** The thread has time until the next hurry: those that wait have their turns, messages in between. */
  proceed(): void {
    this.#idle = true;
    this.#give();
  }

  /** Nobody waits any more. */
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
