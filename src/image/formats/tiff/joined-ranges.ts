/** Fetches blocks that are adjacent in a file on a server together. */
import type { Bytes } from '../../io/bytes.js';
import { SharedCache } from '../../io/cache.js';

/** A range of a file, in bytes. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** Gap in bytes between two blocks that is cheaper to fetch than to skip. */
const GAP = 1 << 13;
/** Maximum size of a run in bytes; several runs are fetched in parallel. */
const LONGEST = 1 << 19;
/** Bytes kept until the last block of their run was read. */
const KEPT = 1 << 24;

/** Ranges joined where little lies between them, in ascending order. */
export const joined = (ranges: readonly ByteRange[]): ByteRange[] => {
  const runs: { offset: number; length: number }[] = [];
  for (const { offset, length } of [...ranges].sort((a, b) => a.offset - b.offset)) {
    const last = runs.at(-1);
    const end = offset + length;
    if (last !== undefined && offset <= last.offset + last.length + GAP && end - last.offset <= LONGEST)
      last.length = Math.max(last.length, end - last.offset);
    else runs.push({ offset, length });
  }
  return runs;
};

/** Reads the blocks of one region: each run is fetched once, when its first block is asked for. */
export class RunReader {
  readonly #runs: readonly ByteRange[];
  readonly #fetched = new SharedCache<Uint8Array>(KEPT, (bytes) => bytes.length);

  constructor(
    private readonly bytes: Bytes,
    ranges: readonly ByteRange[],
  ) {
    this.#runs = joined(ranges);
  }

  async read({ offset, length }: ByteRange, signal: AbortSignal): Promise<Uint8Array> {
    const run = this.#runOf(offset, length);
    if (run === undefined) return this.bytes.read(offset, length, { signal });
    const fetch = (either: AbortSignal): Promise<Uint8Array> =>
      this.bytes.read(run.offset, run.length, { signal: either });
    const bytes = await this.#fetched.get(`${run.offset}`, fetch, signal);
    return bytes.subarray(offset - run.offset, offset - run.offset + length);
  }

  /** The run that a range was joined to: the last that begins before it, or one of those that begin with it. */
  #runOf(offset: number, length: number): ByteRange | undefined {
    let [low, high] = [0, this.#runs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#runs[middle]!.offset <= offset) low = middle + 1;
      else high = middle;
    }
    for (let k = low - 1; k >= 0; k--) {
      const run = this.#runs[k]!;
      if (offset + length <= run.offset + run.length) return run;
      if (run.offset < offset) return undefined;
    }
    return undefined;
  }
}
