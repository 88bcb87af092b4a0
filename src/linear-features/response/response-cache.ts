import type { LineWorkspace } from '../workspace.js';
import type { ResponsePicture } from './picture.js';
import { type LineResponse, MOST_KEPT } from './response.js';

/** Result of the kernels, for runs that differ in thresholds alone. */
export interface Detected {
  /** Without the way to its pixels, which would keep the run it was made for. */
  readonly workspace: Omit<LineWorkspace, 'planes'> & { readonly planes?: undefined };
  readonly response: LineResponse;
  readonly strength: ResponsePicture;
}

/** The last detection of each image, as long as the image itself lives. */
export class ResponseCache {
  static readonly #caches = new WeakMap<object, ResponseCache>();

  /** The cache of an engine. */
  static of(engine: object): ResponseCache {
    const cache = ResponseCache.#caches.get(engine) ?? new ResponseCache();
    ResponseCache.#caches.set(engine, cache);
    return cache;
  }

  readonly #kept = new WeakMap<object, { readonly key: string; readonly detected: Detected }>();

  /** `image` is an object of which each open image has its own. */
  get(image: object, key: string): Detected | undefined {
    const kept = this.#kept.get(image);
    return kept?.key === key ? kept.detected : undefined;
  }

  set(image: object, key: string, detected: Detected): void {
    if (detected.response.words.length <= MOST_KEPT) this.#kept.set(image, { key, detected });
    else this.#kept.delete(image);
  }
}
