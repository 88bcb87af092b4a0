import type { Executor } from '../../compute/executor.js';
import { type Keepable, keptIn } from '../../compute/kept.js';
import type { LineWorkspace } from '../workspace.js';
import type { HeldResponse } from './held.js';
import type { ResponsePicture } from './picture.js';

const KEY = 'response of lines';

/** The result of the kernels, cached for runs that differ in thresholds only. */
export class Detected implements Keepable {
  constructor(
    /** Identifies the input of the kernels. */
    private readonly key: string,
    /** Without access to the pixels, which would keep the previous run in memory. */
    readonly workspace: Omit<LineWorkspace, 'planes'> & { readonly planes?: undefined },
    readonly response: HeldResponse,
    readonly strength: ResponsePicture,
  ) {}

  /** The last detection of an image, if its key is `key`. `image` is an object that is unique to each open image. */
  static take(executor: Executor, image: object, key: string): Detected | undefined {
    const kept = keptIn(executor).take(image, KEY);
    if (kept instanceof Detected && kept.key === key) return kept;
    kept?.destroy();
    return undefined;
  }

  get bytes(): number {
    return this.response.bytes;
  }

  /** Caches it for the next run, as long as there is room. */
  give(executor: Executor, image: object): void {
    keptIn(executor).give(image, KEY, this);
  }

  destroy(): void {
    this.response.destroy();
  }
}
