import type { Algorithm } from '../algorithm/algorithm.js';
import type { Executor } from '../compute/executor.js';
import type { ImageDescription, Stack } from '../image/samples.js';

/** The samples of an image, as far as code is compiled for them. */
export interface SampleKind extends Pick<ImageDescription, 'bands' | 'bits'> {
  /** Of a volume. */
  readonly stack?: Pick<Stack, 'depth'> | undefined;
}

/** What an engine's code has been compiled for: what a run, or a rehearsal of one, has begun with. */
export class Begun {
  readonly #seen = new Set<string>();

  /** Notes a beginning. @returns whether it is the first with this algorithm, backend and kind of samples */
  note({ id }: Algorithm, { backend }: Executor, { bands, bits, stack }: SampleKind): boolean {
    const before = this.#seen.size;
    return this.#seen.add(`${id} ${backend} ${bands} ${bits} ${stack ? 'volume' : 'image'}`).size > before;
  }
}
