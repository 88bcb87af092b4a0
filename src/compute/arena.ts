/** A WebAssembly memory that holds several buffers, so that one module can use all of them. */
import { powerFrom } from '../core/numbers/powers-of-two.js';

/** Bytes at the beginning reserved for the modules: constants and temporary values. */
const RESERVED = 2 ** 22;
const PAGE = 2 ** 16;
/** Bytes that a module may read beyond the end of a buffer. */
const MARGIN = 16;
/** Sizes up to this are rounded up to powers of 2, so that arenas can be reused. */
const ROUNDED = 2 ** 28;
/** Maximum bytes written to an arena that is kept for reuse, and maximum number of such arenas. */
const KEPT_BYTES = 2 ** 27;
const KEPT = 2;

const memories = new WeakMap<ArrayBufferLike, WebAssembly.Memory>();
/** Kept arenas, the smallest first. */
const kept: Arena[] = [];

/** The memory of the arena that contains all of the words; `undefined` where some lie elsewhere. */
export const arenaOf = (words: readonly Uint32Array[]): WebAssembly.Memory | undefined => {
  const buffer = words[0]?.buffer;
  return buffer && words.every((each) => each.buffer === buffer) ? memories.get(buffer) : undefined;
};

/** A memory of fixed size, so that views of it stay valid. Pages that are never written to use no physical memory. */
export class Arena {
  readonly #memory: WebAssembly.Memory;
  #next = RESERVED;
  /** Address above which no word was ever written. */
  #used = RESERVED;
  /** End offset of each allocation in use, by its start offset. */
  readonly #live = new Map<number, number>();

  private constructor(bytes: number) {
    const pages = Math.ceil((RESERVED + bytes) / PAGE);
    this.#memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    memories.set(this.#memory.buffer, this.#memory);
  }

  /** The smallest kept arena of at least `bytes`, or a new one; `undefined` where the platform has no WebAssembly memory of that size. */
  static of(bytes: number): Arena | undefined {
    const found = kept.findIndex((arena) => arena.#memory.buffer.byteLength - RESERVED >= bytes);
    if (found >= 0) return kept.splice(found, 1)[0];
    try {
      return new Arena(bytes > ROUNDED ? bytes : powerFrom(bytes));
    } catch {
      return undefined;
    }
  }

  /**
   * Allocates words, set to 0 unless `zeroed` is false; `undefined` where the arena is full. The caller returns them with `free`.
   */
  words(length: number, zeroed = true): Uint32Array | undefined {
    const { buffer } = this.#memory;
    const at = this.#next;
    const end = at + 16 * Math.ceil((4 * length + MARGIN) / 16);
    if (end > buffer.byteLength) return undefined;
    this.#next = end;
    this.#live.set(at, end);
    const words = new Uint32Array(buffer, at, length);
    if (zeroed && at < this.#used) new Uint8Array(buffer, at, Math.min(end, this.#used) - at).fill(0);
    this.#used = Math.max(this.#used, end);
    return words;
  }

  /** Frees words allocated by `words`. Once none is in use, the arena is kept for reuse, or dropped in favour of larger ones. */
  free(words: Uint32Array): void {
    this.#live.delete(words.byteOffset);
    this.#next = Math.max(RESERVED, ...this.#live.values());
    if (this.#live.size > 0) return;
    if (this.#used > KEPT_BYTES) return;
    kept.push(this);
    kept.sort((a, b) => a.#memory.buffer.byteLength - b.#memory.buffer.byteLength);
    if (kept.length > KEPT) kept.shift();
  }
}
