/** The parts of a run that take time, in the order in which they happen. */
export const partNames = ['read', 'channel', 'tables', 'steps', 'measure'] as const;
/** The name of a part of a run. */
export type PartName = (typeof partNames)[number];

/** Milliseconds so far during which each part of the runs was under way; concurrent parts in one thread count once. */
export class Parts {
  readonly #totals: Record<PartName, number> = { read: 0, channel: 0, tables: 0, steps: 0, measure: 0 };
  /** For each part, how many runs are in it, and since when. */
  readonly #under: Partial<Record<PartName, { count: number; since: number }>> = {};

  get totals(): Readonly<Record<PartName, number>> {
    return { ...this.#totals };
  }

  /** Adds times measured in another thread. */
  add(totals: Readonly<Partial<Record<PartName, number>>>): void {
    for (const part of partNames) this.#totals[part] += totals[part] ?? 0;
  }

  async time<T>(part: PartName, work: () => Promise<T>): Promise<T> {
    const under = this.#under[part] ?? { count: 0, since: 0 };
    this.#under[part] = under;
    if (under.count++ === 0) under.since = performance.now();
    try {
      return await work();
    } finally {
      if (--under.count === 0) this.#totals[part] += performance.now() - under.since;
    }
  }
}
