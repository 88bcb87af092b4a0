/** Sums of samples and of their squares, a vector at a time. */
import { CHUNK, type FastSamples, LIST, SAMPLES } from './instance.js';

/** Runs of samples, first and end of each, ascending, and the sums that theirs are added to. */
export interface RunSums {
  readonly runs: readonly number[];
  readonly sums: Float64Array;
}

/** Adds the sum of the samples in each list's runs, and that of their squares, to two numbers of its sums from `at` on. */
export const addRuns = (
  { wasm }: FastSamples,
  samples: Uint8Array | Uint16Array,
  sides: readonly RunSums[],
  at: number,
): void => {
  const { buffer } = wasm.memory;
  const bytes = samples.BYTES_PER_ELEMENT;
  const moments = wasm[bytes === 1 ? 'moments8' : 'moments16'];
  const given = bytes === 1 ? new Uint8Array(buffer, SAMPLES, CHUNK) : new Uint16Array(buffer, SAMPLES, CHUNK);
  const found = new Float64Array(buffer, LIST, 2 * sides.length);
  found.fill(0);
  const next = sides.map(() => 0);
  for (let from = 0; from < samples.length; from += CHUNK) {
    const until = Math.min(samples.length, from + CHUNK);
    given.set(samples.subarray(from, until));
    for (const [side, { runs }] of sides.entries()) {
      let run = next[side]!;
      while (run < runs.length && runs[run]! < until) {
        const [first, end] = [Math.max(from, runs[run]!), Math.min(until, runs[run + 1]!)];
        moments(SAMPLES + bytes * (first - from), end - first, LIST + 16 * side);
        // The rest of it lies in the next chunk.
        if (runs[run + 1]! > until) break;
        run += 2;
      }
      next[side] = run;
    }
  }
  for (const [side, { sums }] of sides.entries()) {
    sums[at]! += found[2 * side]!;
    sums[at + 1]! += found[2 * side + 1]!;
  }
};
