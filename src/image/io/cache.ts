/** A cache with a limit in bytes that shares pending work. */
import { abortable } from '../../core/abort.js';
import { throwIfAborted } from '../../core/errors.js';

interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
}

interface Pending<V> {
  readonly promise: Promise<V>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Callers that ask for the same key at once share one piece of work, which is aborted only when the last of them has
 * gone. Failures are not kept. The least recently used values leave first; a value larger than the bound is not kept.
 */
export class SharedCache<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #pending = new Map<string, Pending<V>>();
  #bytes = 0;

  constructor(
    /** Maximum number of cached bytes. */
    readonly limit: number,
    private readonly sizeOf: (value: V) => number,
  ) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** Cached, or pending. */
  has(key: string): boolean {
    return this.#entries.has(key) || this.#pending.has(key);
  }

  /** `keep`: whether a value that has to be made stays when those who now ask for it have it. */
  async get(key: string, make: (signal: AbortSignal) => Promise<V>, signal?: AbortSignal, keep = true): Promise<V> {
    throwIfAborted(signal);
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      return entry.value;
    }
    const pending = this.#pending.get(key) ?? this.#start(key, make, keep);
    pending.waiting++;
    try {
      return await abortable(pending.promise, signal);
    } finally {
      pending.waiting--;
      if (pending.waiting === 0 && this.#pending.get(key) === pending) {
        this.#pending.delete(key);
        pending.controller.abort();
      }
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
    for (const { controller } of this.#pending.values()) controller.abort();
    this.#pending.clear();
  }

  #start(key: string, make: (signal: AbortSignal) => Promise<V>, keep: boolean): Pending<V> {
    const controller = new AbortController();
    const pending: Pending<V> = {
      controller,
      waiting: 0,
      promise: make(controller.signal).then(
        (value) => {
          if (this.#pending.get(key) === pending) {
            this.#pending.delete(key);
            if (keep) this.#keep(key, value);
          }
          return value;
        },
        (error: unknown) => {
          if (this.#pending.get(key) === pending) this.#pending.delete(key);
          throw error;
        },
      ),
    };
    pending.promise.catch(() => {});
    this.#pending.set(key, pending);
    return pending;
  }

  #keep(key: string, value: V): void {
    const bytes = this.sizeOf(value);
    if (bytes > this.limit) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.limit) break;
      this.#entries.delete(oldest);
      this.#bytes -= entry.bytes;
    }
  }
}
