/** The work on images that were open before, by the `src` that the page gave. */
import { absolute } from '../../core/url.js';
import type { ImageWork } from './edits.js';

/** The work on images that were open, by `src`. */
export class Shelf {
  readonly #byAddress = new Map<string, ImageWork>();
  readonly #byObject = new WeakMap<object, ImageWork>();

  /** Stores the work on an image. Without effect where `source` names no image. */
  put(source: unknown, work: ImageWork): void {
    if (typeof source === 'string') this.#byAddress.set(absolute(source) ?? source, work);
    else if (typeof source === 'object' && source !== null) this.#byObject.set(source, work);
  }

  get(source: unknown): ImageWork | undefined {
    if (typeof source === 'string') return this.#byAddress.get(absolute(source) ?? source);
    return typeof source === 'object' && source !== null ? this.#byObject.get(source) : undefined;
  }
}
