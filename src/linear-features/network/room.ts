import { Arena } from '../../compute/arena.js';
import { type Wasm, wasmBeside } from './kernels/simd/instance.js';

/** Total bytes for the gaps between arrays. */
const MARGIN = 4096;

/**
 * Memory for arrays that the WebAssembly of `assembly/linear-features/network/` uses together. Without WebAssembly, or if the arrays exceed the
 * size announced, they are allocated separately, and the plain forms work on them.
 */
export class Room {
  /** Whether WebAssembly may be used. */
  readonly #fast: boolean;
  readonly #arena: Arena | undefined;
  readonly #given: Uint32Array[] = [];
  #together = true;

  /**
   * @param bytes of all arrays
   * @param fast false to use the plain forms only
   */
  constructor(bytes: number, fast = true) {
    this.#fast = fast;
    this.#arena = fast ? Arena.of(bytes + MARGIN) : undefined;
  }

  /** The module for the arrays made so far; `undefined` where the plain forms have to be used. */
  get wasm(): Wasm | undefined {
    const [first] = this.#given;
    return this.#fast && this.#together && first ? wasmBeside(first) : undefined;
  }

  /** Integers of 0. */
  zeros(length: number): Int32Array {
    return this.#array(Int32Array, length, true);
  }

  /** Bytes of 0. */
  bytes(length: number): Uint8Array {
    return this.#array(Uint8Array, length, true);
  }

  /** Uninitialised integers; the following methods do not initialise either. */
  integers(length: number): Int32Array {
    return this.#array(Int32Array, length, false);
  }

  words(length: number): Uint32Array {
    return this.#array(Uint32Array, length, false);
  }

  halves(length: number): Uint16Array {
    return this.#array(Uint16Array, length, false);
  }

  doubles(length: number): Float64Array {
    return this.#array(Float64Array, length, false);
  }

  /** Frees the memory; arrays in it must no longer be used. */
  free(): void {
    for (const words of this.#given.splice(0)) this.#arena?.free(words);
  }

  #array<T>(kind: Kind<T>, length: number, zeroed: boolean): T {
    const words = this.#arena?.words(Math.ceil((length * kind.BYTES_PER_ELEMENT) / 4), zeroed);
    if (words === undefined) {
      this.#together = false;
      return new kind(length);
    }
    this.#given.push(words);
    return new kind(words.buffer, words.byteOffset, length);
  }
}

/** The addresses of arrays in their memory, for the module. */
export const addresses = (...arrays: readonly ArrayBufferView[]): number[] =>
  arrays.map(({ byteOffset }) => byteOffset);

interface Kind<T> {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): T;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): T;
}
