import type { Algorithm } from '../algorithm/algorithm.js';
import type { Executor } from '../compute/executor.js';
import type { ImageDescription, Stack } from '../image/samples.js';

/** The properties of an image's samples that code is compiled for. */
export interface SampleKind extends Pick<ImageDescription, 'bands' | 'bits'> {
  /** Set for a volume. */
  readonly stack?: Pick<Stack, 'depth'> | undefined;
}

/** Combinations for which an engine's code has been compiled, because a run or a rehearsal has begun with them. */
export class Begun {
  readonly #seen = new Set<string>();

  /** Records a run. @returns whether it is the first with this algorithm, backend and kind of samples */
  note({ id }: Algorithm, { backend }: Executor, { bands, bits, stack }: SampleKind): boolean {
    const before = this.#seen.size;
    return this.#seen.add(`${id} ${backend} ${bands} ${bits} ${stack ? 'volume' : 'image'}`).size > before;
  }
}
