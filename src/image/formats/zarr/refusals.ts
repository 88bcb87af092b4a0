/**
 * What a refusal (HTTP 403) of a file means: object stores, as S3, refuse a file that is not there where they let nobody list files. Readers differ:
 * neuroglancer and zarr-js take every such file as missing, zarrita and fsspec none. Here it is missing where the store is seen to give other files
 * now: the metadata once a chunk was read, before that one of up to 256 chunks of the coarsest level.
 */

import { abortable } from '../../../core/abort.js';
import { SegmenterError } from '../../../core/errors.js';

/** Milliseconds for which a look holds. */
const FRESH = 10_000;

/** Whether an error is a refusal that a store may give of a file that is not there. */
export const isForbidden = (error: unknown): error is SegmenterError =>
  error instanceof SegmenterError && error.code === 'access-denied' && /^HTTP 403\b/.test(String(error.values.reason));

/** How a store is looked at. Both resolve to whether it gave a file. */
export interface StoreLooks {
  /** Asks for the metadata of the image, past any cache. */
  readonly metadata: () => Promise<boolean>;
  /** Asks for chunks, until one is given. */
  readonly chunks: () => Promise<boolean>;
}

/** Refused chunks of one image. */
export class Refusals {
  #given = false;
  /** When the store was last seen to give a file. */
  #seen = Number.NEGATIVE_INFINITY;
  /** When it was last seen to give no chunk. */
  #unseen = Number.NEGATIVE_INFINITY;
  #looking: Promise<boolean> | undefined;

  constructor(private readonly looks: () => StoreLooks) {}

  /** To be called when a chunk, or the index of a shard, was given. */
  given(): void {
    this.#given = true;
  }

  /** Resolves where a refused chunk counts as missing. Rejects with the refusal where the store gives nothing else either. */
  async missing(refusal: SegmenterError, signal: AbortSignal): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    if (!(await abortable(this.#looking, signal))) throw refusal;
  }

  /** Chunks may be refused where metadata are not, and all files once a token has expired. */
  async #look(): Promise<boolean> {
    if (performance.now() - this.#seen < FRESH) return true;
    const { metadata, chunks } = this.looks();
    if (!this.#given && performance.now() - this.#unseen < FRESH) return false;
    const isOpen = await (this.#given ? metadata() : chunks());
    if (isOpen) this.#seen = performance.now();
    else this.#unseen = performance.now();
    return isOpen;
  }
}
