/** A cache of objects between runs, limited in bytes and in number; the least recently used is destroyed first. */

import type { Executor } from './executor.js';

/** An object with a size in bytes that can be destroyed. */
export interface Keepable {
  readonly bytes: number;
  destroy(): void;
}

interface Entry<T> {
  readonly owner: object;
  readonly key: string;
  readonly thing: T;
}

/** A cache limited in bytes and in number. */
export class Kept<T extends Keepable = Keepable> {
  /** In order of use, the least recently used first. */
  readonly #entries = new Set<Entry<T>>();
  /** Owners that were forgotten. */
  readonly #gone = new WeakSet<object>();
  #bytes = 0;

  constructor(
    /** Most bytes kept. */
    private readonly limit: number,
    /** Most things kept. */
    private readonly most = Number.POSITIVE_INFINITY,
  ) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** Removes an object from the cache: no other run gets it until it is given back. */
  take(owner: object, key: string): T | undefined {
    for (const entry of this.#entries) {
      if (entry.owner !== owner || entry.key !== key) continue;
      this.#drop(entry);
      return entry.thing;
    }
    return undefined;
  }

  /** An object of the owner whose key begins with `start`; it stays in the cache. */
  find(owner: object, start: string): T | undefined {
    for (const entry of this.#entries) if (entry.owner === owner && entry.key.startsWith(start)) return entry.thing;
    return undefined;
  }

  /**
   * Puts an object into the cache and replaces one with the same key. Destroys it where it is larger than the limit, or its owner was
   * forgotten.
   */
  give(owner: object, key: string, thing: T): void {
    this.take(owner, key)?.destroy();
    if (thing.bytes > this.limit || this.#gone.has(owner)) {
      thing.destroy();
      return;
    }
    this.makeRoom(thing.bytes);
    for (const oldest of this.#entries) {
      if (this.#entries.size < this.most) break;
      this.#drop(oldest);
      oldest.thing.destroy();
    }
    this.#entries.add({ owner, key, thing });
    this.#bytes += thing.bytes;
  }

  /** Destroys the least recently used objects until `bytes` more fit, or the cache is empty. */
  makeRoom(bytes: number): void {
    for (const entry of this.#entries) {
      if (this.#bytes + bytes <= this.limit) return;
      this.#drop(entry);
      entry.thing.destroy();
    }
  }

  /** Destroys all objects of `owner`, and any that are given for it later. */
  forget(owner: object): void {
    this.#gone.add(owner);
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

/** The limit of the cache on the CPU, in bytes. */
const ON_CPU = 2 ** 28;
/** The limit of the cache on a device, as a share of its largest buffer, which grows with the device's memory. */
const SHARE = 1 / 2;

const kept = new WeakMap<Executor, Kept>();

/** The cache of an executor, with the executor's lifetime. */
export const keptIn = (executor: Executor): Kept => {
  const known = kept.get(executor);
  if (known) return known;
  const made = new Kept(executor.backend === 'cpu' ? ON_CPU : executor.limits.buffer * SHARE);
  kept.set(executor, made);
  return made;
};
