/** The images that an engine has open, and what is under way on them, which ends with its image. */
import { abortable } from '../core/abort.js';
import { throwIfAborted } from '../core/errors.js';
import type { ImageSource } from '../image/samples.js';
import type { EngineRun } from './run.js';

/** Runs may be on images that the engine did not open; they end where such an image is closed, too. */
export class ImagesInUse {
  readonly #images = new Set<ImageSource>();
  readonly #runs = new Map<EngineRun, ImageSource>();
  readonly #calls = new Map<AbortController, ImageSource>();

  /** Open images. */
  get size(): number {
    return this.#images.size;
  }

  /** Runs under way. */
  get runs(): number {
    return this.#runs.size;
  }

  has(image: ImageSource): boolean {
    return this.#images.has(image);
  }

  add<Source extends ImageSource>(image: Source): Source {
    this.#images.add(image);
    return image;
  }

  /** The run is under way on the image from now on, until it has ended. */
  begin(run: EngineRun, image: ImageSource): void {
    this.#runs.set(run, image);
    const over = (): void => void this.#runs.delete(run);
    run.outcome.then(over, over);
  }

  /**
   * Does what is no run: settles as `work` does, or rejects with an `AbortError` once the image is closed or `ending` aborts, even where
   * `work` heeds no signal.
   */
  async on<T>(
    image: ImageSource,
    ending: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    throwIfAborted(ending);
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    ending?.addEventListener('abort', abort, { once: true });
    this.#calls.set(controller, image);
    try {
      return await abortable(work(controller.signal), controller.signal);
    } finally {
      this.#calls.delete(controller);
      ending?.removeEventListener('abort', abort);
    }
  }

  /** Ends what is under way on an image, and closes it. @returns whether it was open */
  close(image: ImageSource): boolean {
    for (const work of [this.#runs, this.#calls]) for (const [each, its] of work) if (its === image) each.abort();
    const wasOpen = this.#images.delete(image);
    if (wasOpen) letGo(image);
    return wasOpen;
  }

  /** Ends everything, and closes all images. */
  clear(): void {
    for (const work of [this.#runs, this.#calls]) for (const each of work.keys()) each.abort();
    for (const image of this.#images) letGo(image);
    this.#images.clear();
  }
}

/** An error of a caller's own source is reported, and the other images are closed nevertheless. */
const letGo = (image: ImageSource): void => {
  try {
    image.close();
  } catch (error) {
    globalThis.reportError?.(error);
  }
};
