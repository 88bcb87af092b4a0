/** The work on images that were open before, by the `src` that the page gave and the image's size. */
import { absolute } from '../../core/url.js';
import type { ImageWork } from './edits.js';

/** Values by the source of an image: an address, or an object, for which a value goes with it. */
export class BySource<T> {
  readonly #byAddress = new Map<string, T>();
  readonly #byObject = new WeakMap<object, T>();

  get(source: unknown): T | undefined {
    if (typeof source === 'string') return this.#byAddress.get(addressOf(source));
    return typeof source === 'object' && source !== null ? this.#byObject.get(source) : undefined;
  }

  /** Without effect where `source` names no image. */
  set(source: unknown, value: T): void {
    if (typeof source === 'string') this.#byAddress.set(addressOf(source), value);
    else if (typeof source === 'object' && source !== null) this.#byObject.set(source, value);
  }
}

/** Works on images of the same `src`, by the images' size; the one that was left last is the last. */
type Sizes = Map<string, ImageWork>;

/** Works that stay here though they are stored: images that a person goes to and fro between open with their contours at once. */
const FEW = 8;

/** The work on images that were open, by `src` and size: another size at the same address is another image. */
export class Shelf {
  readonly #works = new BySource<Sizes>();
  readonly #stored: (() => void)[] = [];

  /** Stores the work on an image. Without effect where `source` names no image. */
  put(source: unknown, size: string, work: ImageWork): void {
    const sizes: Sizes = this.#works.get(source) ?? new Map();
    sizes.delete(size);
    sizes.set(size, work);
    this.#works.set(source, sizes);
  }

  /** Gives the work on an image that is open again, which leaves the shelf. */
  take(source: unknown, size: string): ImageWork | undefined {
    const sizes = this.#works.get(source);
    const work = sizes?.get(size);
    sizes?.delete(size);
    return work;
  }

  /** The last work on an image from this source, independent of its size. */
  last(source: unknown): ImageWork | undefined {
    return [...(this.#works.get(source)?.values() ?? [])].at(-1);
  }

  /** Notes that a work that is here is stored elsewhere, too: once as many others are, it goes, and `gone` is called. */
  stored(source: unknown, size: string, work: ImageWork, gone: () => void): void {
    const sizes = this.#works.get(source);
    this.#stored.push(() => {
      // It was taken since, or put here again.
      if (sizes?.get(size) !== work) return;
      sizes.delete(size);
      gone();
    });
    if (this.#stored.length > FEW) this.#stored.shift()?.();
  }
}

const addressOf = (source: string): string => absolute(source) ?? source;
