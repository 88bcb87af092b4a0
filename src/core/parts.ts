/** The parts of a run that take time, in the order in which they happen. */
export const partNames = ['read', 'channel', 'tables', 'steps', 'measure'] as const;
export type PartName = (typeof partNames)[number];

/** Milliseconds spent on each part of the runs so far; parts that go on side by side each count in full. */
export class Parts {
  readonly #totals: Record<PartName, number> = { read: 0, channel: 0, tables: 0, steps: 0, measure: 0 };

  get totals(): Readonly<Record<PartName, number>> {
    return { ...this.#totals };
  }

  async time<T>(part: PartName, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await work();
    } finally {
      this.#totals[part] += performance.now() - begun;
    }
  }
}
