/** What stays in memory from one run to the next, up to so many bytes; the least recently used goes first. */

import type { Executor } from './executor.js';

export interface Keepable {
  readonly bytes: number;
  destroy(): void;
}

interface Entry<T> {
  readonly owner: object;
  readonly key: string;
  readonly thing: T;
}

export class Kept<T extends Keepable = Keepable> {
  /** The least recently used first. */
  readonly #entries = new Set<Entry<T>>();
  #bytes = 0;

  constructor(private readonly limit: number) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** Whoever takes a thing has it alone, until it is given back. */
  take(owner: object, key: string): T | undefined {
    for (const entry of this.#entries) {
      if (entry.owner !== owner || entry.key !== key) continue;
      this.#drop(entry);
      return entry.thing;
    }
    return undefined;
  }

  /** Keeps a thing, or destroys it where it is larger than the limit; one of the same key is replaced. */
  give(owner: object, key: string, thing: T): void {
    this.take(owner, key)?.destroy();
    if (thing.bytes > this.limit) {
      thing.destroy();
      return;
    }
    this.makeRoom(thing.bytes);
    this.#entries.add({ owner, key, thing });
    this.#bytes += thing.bytes;
  }

  /** Destroys what was not used for longest, until `bytes` more fit, or nothing is left. */
  makeRoom(bytes: number): void {
    for (const entry of this.#entries) {
      if (this.#bytes + bytes <= this.limit) return;
      this.#drop(entry);
      entry.thing.destroy();
    }
  }

  /** Destroys all that belongs to `owner`. */
  forget(owner: object): void {
    for (const entry of this.#entries) {
      if (entry.owner !== owner) continue;
      this.#drop(entry);
      entry.thing.destroy();
    }
  }

  #drop(entry: Entry<T>): void {
    this.#entries.delete(entry);
    this.#bytes -= entry.thing.bytes;
  }
}

/** Bytes kept in the memory of the CPU. */
const ON_CPU = 2 ** 27;
/** Of the largest buffer of a device, which says something of its memory, so much is kept there. */
const SHARE = 1 / 2;

const kept = new WeakMap<Executor, Kept>();

/** What is kept in an executor's memory; it goes with the executor. */
export const keptIn = (executor: Executor): Kept => {
  const known = kept.get(executor);
  if (known) return known;
  const made = new Kept(executor.backend === 'cpu' ? ON_CPU : executor.limits.buffer * SHARE);
  kept.set(executor, made);
  return made;
};
