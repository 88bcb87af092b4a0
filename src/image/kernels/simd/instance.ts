import { simdModule } from '../../../core/simd-module.js';
import { module } from './module.js';

/** The exports of `assembly/image/`; addresses in bytes. */
interface Wasm {
  readonly memory: WebAssembly.Memory;
  codesOf8(samples: number, count: number, thresholds: number, given: number, codes: number): void;
  codesOf16(samples: number, count: number, thresholds: number, given: number, codes: number): void;
  tally(codes: number, count: number, given: number, counts: number): void;
  moments8(samples: number, count: number, sums: number): void;
  moments16(samples: number, count: number, sums: number): void;
}

/** Samples that are taken at a time. */
export const CHUNK = 32 * 1024;
/** Places in the module's memory of 128 KiB: thresholds, counts or sums, samples of at most two bytes, and codes. */
export const LIST = 4096;
/** The place of the samples, in bytes. */
export const SAMPLES = LIST + 4096;
const CODES = SAMPLES + 2 * CHUNK;
/** Most thresholds and codes: with more, a table of all values is faster than a comparison with each. */
export const MOST_COMPARED = 32;

const moduleOf = simdModule(module);

/** Codes and their counts, a vector at a time. */
export class FastSamples {
  readonly #bytes: Uint8Array;
  readonly #list: Uint32Array;

  constructor(readonly wasm: Wasm) {
    this.#bytes = new Uint8Array(wasm.memory.buffer);
    this.#list = new Uint32Array(wasm.memory.buffer, LIST, 256);
  }

  /**
   * Writes how many thresholds are at or below each sample.
   * @param thresholds whole numbers in the samples' range, ascending, at most `MOST_COMPARED` of them
   */
  write(samples: Uint8Array | Uint16Array, thresholds: readonly number[], out: Uint8Array | Uint16Array): void {
    const { wasm } = this;
    const { buffer } = wasm.memory;
    const bytes = samples.BYTES_PER_ELEMENT;
    const given = bytes === 1 ? this.#bytes.subarray(SAMPLES) : new Uint16Array(buffer, SAMPLES, CHUNK);
    const list = bytes === 1 ? this.#bytes.subarray(LIST) : new Uint16Array(buffer, LIST, 2 * MOST_COMPARED);
    list.set(thresholds);
    for (let from = 0; from < samples.length; from += CHUNK) {
      const chunk = samples.subarray(from, from + CHUNK);
      given.set(chunk);
      wasm[bytes === 1 ? 'codesOf8' : 'codesOf16'](SAMPLES, chunk.length, LIST, thresholds.length, CODES);
      out.set(this.#bytes.subarray(CODES, CODES + chunk.length), from);
    }
  }

  /** Adds how often each code below `codes` occurs to `counts`; none is above, and `codes` is at most `MOST_COMPARED`. */
  tally(plane: Uint8Array, codes: number, counts: Uint32Array): void {
    this.#list.fill(0);
    for (let from = 0; from < plane.length; from += CHUNK) {
      const chunk = plane.subarray(from, from + CHUNK);
      this.#bytes.set(chunk, CODES);
      this.wasm.tally(CODES, chunk.length, codes, LIST);
    }
    for (let code = 0; code < codes; code++) counts[code]! += this.#list[code]!;
  }
}

let tried: { readonly found: FastSamples | undefined } | undefined;

/** One for all; nothing where the platform has no SIMD or a content security policy forbids WebAssembly. */
export const fastSamples = (): FastSamples | undefined => {
  tried ??= { found: instantiate() };
  return tried.found;
};

const instantiate = (): FastSamples | undefined => {
  const compiled = moduleOf();
  if (compiled === undefined) return undefined;
  const { exports } = new WebAssembly.Instance(compiled);
  return isWasm(exports) ? new FastSamples(exports) : undefined;
};

const isWasm = (exports: object): exports is Wasm =>
  'memory' in exports && exports.memory instanceof WebAssembly.Memory && 'tally' in exports;
