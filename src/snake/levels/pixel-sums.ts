/** Sums of the samples of pixels: counts of codes, and moments. Exact: below 2⁵³. */
import { eachPair } from '../../core/geometry/pairs.js';
import { fastSamples, MOST_COMPARED } from '../../image/kernels/simd/instance.js';
import { addRuns as addRunsFast, type RunSums } from '../../image/kernels/simd/moments.js';

export type { RunSums };

/** Minimum length of a run that is copied to and counted by WebAssembly, and the total length to which shorter runs are gathered. */
const WORTH_COPYING = 48;
const GATHERED = 2 ** 13;

/** Counts of each code; two counters per code, so that no addition waits for the previous one. */
class Counts {
  readonly #even = new Uint32Array(256);
  readonly #odd = new Uint32Array(256);
  readonly #fast: ReturnType<typeof fastSamples>;
  /** Runs that are counted together, one after another. */
  #gathered: Uint8Array | undefined;
  #length = 0;

  /** @param codes number of codes: samples are below it */
  constructor(private readonly codes: number) {
    this.#fast = codes <= MOST_COMPARED ? fastSamples() : undefined;
  }

  add(plane: Uint8Array | Uint16Array, from: number, until: number): void {
    const count = until - from;
    if (this.#fast && plane instanceof Uint8Array && count >= WORTH_COPYING) {
      if (count >= GATHERED) {
        this.#fast.tally(plane.subarray(from, until), this.codes, this.#even);
        return;
      }
      if (this.#length + count > GATHERED) this.#count();
      this.#gathered ??= new Uint8Array(GATHERED);
      this.#gathered.set(plane.subarray(from, until), this.#length);
      this.#length += count;
      return;
    }
    const [even, odd] = [this.#even, this.#odd];
    let at = from;
    for (; at + 1 < until; at += 2) {
      even[plane[at]!]!++;
      odd[plane[at + 1]!]!++;
    }
    if (at < until) even[plane[at]!]!++;
  }

  #count(): void {
    if (this.#length > 0) this.#fast!.tally(this.#gathered!.subarray(0, this.#length), this.codes, this.#even);
    this.#length = 0;
  }

  /** Adds the counts of the codes to `sums`, from 1 on. */
  addTo(sums: Float64Array): void {
    this.#count();
    for (let code = 0; code < sums.length - 1; code++) sums[code + 1]! += this.#even[code]! + this.#odd[code]!;
  }
}

/** Adds S and Q of pixels to `to` from `at` on; two sums of each, so that no addition waits for the previous one. */
export const addMoments = (
  plane: Uint8Array | Uint16Array,
  from: number,
  until: number,
  to: Float64Array,
  at: number,
): void => {
  let [s, q, t, r] = [0, 0, 0, 0];
  let i = from;
  for (; i + 1 < until; i += 2) {
    const y = plane[i]!;
    const z = plane[i + 1]!;
    s += y;
    q += y * y;
    t += z;
    r += z * z;
  }
  if (i < until) {
    const z = plane[i]!;
    s += z;
    q += z * z;
  }
  to[at]! += s + t;
  to[at + 1]! += q + r;
};

/** Adds S and Q of runs of a plane's pixels to each side's sums from `at` on. */
export const addRuns = (plane: Uint8Array | Uint16Array, sides: readonly RunSums[], at: number): void => {
  const fast = fastSamples();
  if (fast) addRunsFast(fast, plane, sides, at);
  else
    for (const { runs, sums } of sides)
      eachPair(runs, (from, until) => {
        addMoments(plane, from, until, sums, at);
      });
};

/** Adds the counts of each code in runs of a plane's pixels to the sums, from 1 on. */
export const countRuns = (plane: Uint8Array | Uint16Array, codes: number, { runs, sums }: RunSums): void => {
  const counts = new Counts(codes);
  eachPair(runs, (from, until) => {
    counts.add(plane, from, until);
  });
  counts.addTo(sums);
};
