/** The work on images that were open before, by the `src` that the page gave. */
import { absolute } from '../../core/url.js';
import type { Work } from './edits.js';

export class Shelf {
  readonly #byAddress = new Map<string, Work>();
  readonly #byObject = new WeakMap<object, Work>();

  /** Stores the work on an image. Without effect where `source` names no image. */
  put(source: unknown, work: Work): void {
    if (typeof source === 'string') this.#byAddress.set(absolute(source) ?? source, work);
    else if (typeof source === 'object' && source !== null) this.#byObject.set(source, work);
  }

  get(source: unknown): Work | undefined {
    if (typeof source === 'string') return this.#byAddress.get(absolute(source) ?? source);
    return typeof source === 'object' && source !== null ? this.#byObject.get(source) : undefined;
  }
}
