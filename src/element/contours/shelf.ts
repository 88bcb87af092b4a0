/** The work on images that were open before, by the `src` that the page gave and the image's size. */
import { absolute } from '../../core/url.js';
import type { ImageWork } from './edits.js';

/** Works on images of the same `src`, by the images' size; the one that was left last is the last. */
type Sizes = Map<string, ImageWork>;

/** The work on images that were open, by `src` and size: another size at the same address is another image. */
export class Shelf {
  readonly #byAddress = new Map<string, Sizes>();
  readonly #byObject = new WeakMap<object, Sizes>();

  /** Stores the work on an image. Without effect where `source` names no image. */
  put(source: unknown, size: string, work: ImageWork): void {
    const sizes = this.#of(source) ?? new Map<string, ImageWork>();
    sizes.delete(size);
    sizes.set(size, work);
    if (typeof source === 'string') this.#byAddress.set(addressOf(source), sizes);
    else if (typeof source === 'object' && source !== null) this.#byObject.set(source, sizes);
  }

  get(source: unknown, size: string): ImageWork | undefined {
    return this.#of(source)?.get(size);
  }

  /** The last work on an image from this source, independent of its size. */
  last(source: unknown): ImageWork | undefined {
    return [...(this.#of(source)?.values() ?? [])].at(-1);
  }

  #of(source: unknown): Sizes | undefined {
    if (typeof source === 'string') return this.#byAddress.get(addressOf(source));
    return typeof source === 'object' && source !== null ? this.#byObject.get(source) : undefined;
  }
}

const addressOf = (source: string): string => absolute(source) ?? source;
