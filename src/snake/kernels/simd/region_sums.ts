import { Arena } from '../../../compute/arena.js';
import { type Simd, simdBeside } from './instance.js';

/** Maximum bytes for the samples of a row, and for the sums. */
const SAMPLES = 2 ** 20;
const SUMS = 2 ** 16;

/** Rounded up to whole vectors, plus one more that may be read. */
const padded = (bytes: number): number => 16 * Math.ceil(bytes / 16) + 16;

/** Sums of runs of pixels by WebAssembly, into whose memory each row is copied. */
export class RegionSummer {
  private constructor(
    private readonly bands: number,
    /** Bytes for the samples of a row, and for its flags. */
    private readonly samples: number,
    private readonly flags: number,
    private readonly memory: { readonly arena: Arena; readonly words: Uint32Array },
    private readonly simd: Simd,
  ) {}

  /** `undefined` where memory or module is not available, or a row of `rowBytes` does not fit. The caller frees it. */
  static of(rowBytes: number, bands: number): RegionSummer | undefined {
    if (rowBytes > SAMPLES || 32 * bands > SUMS) return undefined;
    const samples = padded(rowBytes);
    const flags = padded(rowBytes / bands);
    const bytes = samples + flags + padded(16 * (1 + 2 * bands));
    const arena = Arena.of(bytes);
    const words = arena?.words(bytes >> 2);
    if (arena === undefined || words === undefined) return undefined;
    const simd = simdBeside(words);
    if (simd !== undefined) return new RegionSummer(bands, samples, flags, { arena, words }, simd);
    arena.free(words);
    return undefined;
  }

  /**
   * Adds a row.
   * @param row its samples, the bands of a pixel side by side
   * @param missing its flags, where the image has missing pixels
   * @param runs of the target, as `runsOn` gives them; the rest of the row is background
   */
  add(row: Uint8Array | Uint16Array, missing: Uint8Array | undefined, runs: readonly number[]): void {
    const { bands } = this;
    const { buffer, byteOffset } = this.memory.words;
    const size = row.BYTES_PER_ELEMENT;
    new Uint8Array(buffer, byteOffset, row.byteLength).set(new Uint8Array(row.buffer, row.byteOffset, row.byteLength));
    if (missing !== undefined) new Uint8Array(buffer, byteOffset + this.samples, missing.length).set(missing);
    const width = row.length / bands;
    let column = 0;
    for (let i = 0; i < runs.length; i += 2) {
      this.#run(column, runs[i]!, size, missing !== undefined, 1);
      this.#run(runs[i]!, runs[i + 1]!, size, missing !== undefined, 0);
      column = runs[i + 1]!;
    }
    this.#run(column, width, size, missing !== undefined, 1);
  }

  /** N, then Σv and Σv² of each band, of the target or of the background. */
  of(region: 'target' | 'background'): readonly bigint[] {
    const first = this.#sums(region === 'target' ? 0 : 1);
    return Array.from(new BigUint64Array(this.memory.words.buffer, first, 1 + 2 * this.bands));
  }

  free(): void {
    this.memory.arena.free(this.memory.words);
  }

  #sums(region: 0 | 1): number {
    return this.memory.words.byteOffset + this.samples + this.flags + region * 8 * (1 + 2 * this.bands);
  }

  #run(from: number, to: number, size: number, flagged: boolean, region: 0 | 1): void {
    if (from >= to) return;
    const { byteOffset } = this.memory.words;
    const at = byteOffset + from * size * this.bands;
    if (flagged) {
      this.simd.addFlagged(at, to - from, this.bands, 8 * size, byteOffset + this.samples + from, this.#sums(region));
    } else this.simd.addRun(at, to - from, this.bands, 8 * size, this.#sums(region));
  }
}
