interface Seen {
  readonly milliseconds: number;
  readonly size: number;
}

/** What a step took last on each device, and how large it was: the next run there begins its submits by it. */
export class Paces {
  readonly #seen = new WeakMap<object, Seen>();

  /** @param size in any unit that is the same for all steps */
  note(device: object, milliseconds: number, size: number): void {
    this.#seen.set(device, { milliseconds, size });
  }

  /** Milliseconds that a step of a size is expected to take, no fewer than the last one took; `undefined` on a device without one. */
  expected(device: object, size: number): number | undefined {
    const seen = this.#seen.get(device);
    return seen && seen.milliseconds * Math.max(1, size / seen.size);
  }
}
