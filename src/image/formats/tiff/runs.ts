/** Blocks that lie side by side in a file on a server are fetched together. */
import type { Bytes } from '../../io/bytes.js';
import { SharedCache } from '../../io/cache.js';

export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** Bytes between two blocks that are cheaper to fetch than to leave out. */
const GAP = 1 << 13;
/** Most bytes of a run: several are under way at once. */
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
    const run = this.#runs.find((each) => offset >= each.offset && offset + length <= each.offset + each.length);
    if (run === undefined) return this.bytes.read(offset, length, { signal });
    const fetch = (either: AbortSignal): Promise<Uint8Array> =>
      this.bytes.read(run.offset, run.length, { signal: either });
    const bytes = await this.#fetched.get(`${run.offset}`, fetch, signal);
    return bytes.subarray(offset - run.offset, offset - run.offset + length);
  }
}
