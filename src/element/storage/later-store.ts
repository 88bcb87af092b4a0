/** The store of the work on an image, whose code and database are loaded when it is first asked. */
import type { ImageIdentity, ImageStore } from './image-store.js';
import { stores } from './stores.js';

/** What keeps the work on one image. */
export type Store = Pick<ImageStore, 'identity' | 'read' | 'hasOther' | 'pixelsAre' | 'write' | 'note'>;

/** An `ImageStore` that rejects with `not-loaded` too. */
export class LaterStore implements Store {
  #store: ImageStore | undefined;

  constructor(readonly identity: ImageIdentity) {}

  async read(...given: Parameters<ImageStore['read']>): ReturnType<ImageStore['read']> {
    return (await this.#opened()).read(...given);
  }

  async hasOther(): Promise<boolean> {
    return (await this.#opened()).hasOther();
  }

  async pixelsAre(pixels: string): Promise<boolean> {
    return (await this.#opened()).pixelsAre(pixels);
  }

  /** Begins synchronously if the store is loaded, because a page that is being closed has no time. */
  async write(...given: Parameters<ImageStore['write']>): ReturnType<ImageStore['write']> {
    return (this.#store ?? (await this.#opened())).write(...given);
  }

  /** No effect before the store is loaded. */
  note(...given: Parameters<ImageStore['note']>): void {
    this.#store?.note(...given);
  }

  async #opened(): Promise<ImageStore> {
    const { ImageStore } = await stores.load();
    this.#store ??= new ImageStore(this.identity);
    return this.#store;
  }
}
