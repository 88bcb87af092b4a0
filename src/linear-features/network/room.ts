import { Arena } from '../../compute/arena.js';
import { type Wasm, wasmBeside } from './kernels/simd/instance.js';

/** Bytes that lie between arrays, of all of them. */
const MARGIN = 4096;

/**
 * Memory for arrays that the WebAssembly of `assembly/linear-features/network/` works on together. Where there is none, or where they are more
 * than was said, they lie apart, and the plain forms work on them.
 */
export class Room {
  /** Whether what works on the arrays may be in WebAssembly. */
  readonly #fast: boolean;
  readonly #arena: Arena | undefined;
  readonly #given: Uint32Array[] = [];
  #together = true;

  /**
   * @param bytes of all arrays
   * @param fast false for the plain forms alone
   */
  constructor(bytes: number, fast = true) {
    this.#fast = fast;
    this.#arena = fast ? Arena.of(bytes + MARGIN) : undefined;
  }

  /** The module that works on the arrays made so far; nothing where the plain forms have to. */
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

  /** Integers of any value, like all that follow. */
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

  /** Gives the memory back: what lies in it must no longer be used. */
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
