import type { LineResponse } from './response.js';

/** Largest response that is kept, in pixels. */
const MOST = 2 ** 25;

/** The last response of each image, as long as the image itself lives. */
export class ResponseCache {
  readonly #kept = new WeakMap<object, { readonly key: string; readonly response: LineResponse }>();

  /** `image` is an object of which each open image has its own. */
  get(image: object, key: string): LineResponse | undefined {
    const kept = this.#kept.get(image);
    return kept?.key === key ? kept.response : undefined;
  }

  set(image: object, key: string, response: LineResponse): void {
    if (response.words.length <= MOST) this.#kept.set(image, { key, response });
    else this.#kept.delete(image);
  }
}
