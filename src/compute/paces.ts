interface Seen {
  readonly milliseconds: number;
  readonly size: number;
}

/** The duration and size of the last step on each device, from which the next run there chooses the length of its first submits. */
export class Paces {
  readonly #seen = new WeakMap<object, Seen>();

  /** @param size in any unit that is the same for all steps */
  note(device: object, milliseconds: number, size: number): void {
    this.#seen.set(device, { milliseconds, size });
  }

  /** Milliseconds that a step of a size is expected to take, at least as long as the last one; `undefined` for a device without steps so far. */
  expected(device: object, size: number): number | undefined {
    const seen = this.#seen.get(device);
    return seen && seen.milliseconds * Math.max(1, size / seen.size);
  }
}
