import type { Executor } from '../../compute/executor.js';
import { type Keepable, keptIn } from '../../compute/kept.js';
import type { LineWorkspace } from '../workspace.js';
import type { HeldResponse } from './held.js';
import type { ResponsePicture } from './picture.js';

const KEY = 'response of lines';

/** Result of the kernels, for runs that differ in thresholds alone. */
export class Detected implements Keepable {
  constructor(
    /** What the kernels were run for. */
    private readonly key: string,
    /** Without the way to its pixels, which would keep the run it was made for. */
    readonly workspace: Omit<LineWorkspace, 'planes'> & { readonly planes?: undefined },
    readonly response: HeldResponse,
    readonly strength: ResponsePicture,
  ) {}

  /** The last detection of an image, where it was for `key`. `image` is an object of which each open image has its own. */
  static take(executor: Executor, image: object, key: string): Detected | undefined {
    const kept = keptIn(executor).take(image, KEY);
    if (kept instanceof Detected && kept.key === key) return kept;
    kept?.destroy();
    return undefined;
  }

  get bytes(): number {
    return this.response.bytes;
  }

  /** Keeps it for the next run, as long as there is room. */
  give(executor: Executor, image: object): void {
    keptIn(executor).give(image, KEY, this);
  }

  destroy(): void {
    this.response.destroy();
  }
}
