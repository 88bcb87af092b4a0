/** Random access to the bytes of a file, wherever it is. */

import { SegmenterError } from '../../core/errors.js';
import { joinedBytes } from '../../core/joined-bytes.js';
import { because, inBytes, type Told } from '../../core/reasons.js';
import type { HttpAnswer, HttpOptions } from './answer.js';
import { SharedCache } from './cache.js';
import { fetched } from './fetching.js';
import { type FileVersion, merged, refuseOther } from './file-version.js';
import type { AskRequest } from './request.js';

/** The bytes of a file, read by ranges. */
export interface Bytes {
  /** Path or address of the file, for messages. */
  readonly name: string;
  /** Known after the first read, and not even then where a server hides it. */
  readonly size: number | undefined;
  /**
   * `length` bytes from `offset`, fewer where the file ends. `near` says that reads nearby will follow, so that whole
   * blocks are worth keeping.
   */
  read(offset: number, length: number, options?: { signal?: AbortSignal; near?: boolean }): Promise<Uint8Array>;
  /**
   * The whole file, not to be written to.
   * @throws SegmenterError `image-too-large` beyond `limit` bytes
   */
  whole(limit: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

/** The bytes of a `Blob` or `File`. */
export const blobBytes = (blob: Blob, name: string): Bytes => {
  const read = async (offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    // Fractions end the process in Node 20, past every `catch`.
    if (![offset, length].every(Number.isSafeInteger)) throw new RangeError(`${length} bytes from ${offset} on`);
    try {
      return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
    } catch (cause) {
      throw new SegmenterError(
        'image-unreadable',
        { name, reason: because('file-gone')`the file can no longer be read` },
        { cause },
      );
    }
  };
  const whole = async (limit: number): Promise<Uint8Array<ArrayBuffer>> => {
    if (blob.size <= limit) return read(0, blob.size);
    throw new SegmenterError('image-too-large', { name, size: inBytes(blob.size), limit: inBytes(limit) });
  };
  return { name, size: blob.size, read, whole };
};

const BLOCK = 1 << 16;
const KEPT = 1 << 24;
/** Maximum number of responses for one range: some servers send fewer bytes than requested. */
const MOST_PIECES = 64;

/** A file on a server, by range requests; where the server ignores them, the whole file is kept. */
export class UrlBytes implements Bytes {
  readonly name: string;
  #whole: Uint8Array<ArrayBuffer> | undefined;
  #size: number | undefined;
  /** Version of the file by the responses so far; after a response with another version, all reads fail. */
  #version: FileVersion = {};
  #failure: SegmenterError | undefined;
  readonly #blocks = new SharedCache<Uint8Array>(KEPT, (block) => block.length);

  constructor(
    readonly url: string,
    private readonly request?: AskRequest,
  ) {
    this.name = url;
  }

  get size(): number | undefined {
    return this.#size;
  }

  async read(
    offset: number,
    length: number,
    options: { signal?: AbortSignal; near?: boolean } = {},
  ): Promise<Uint8Array> {
    if (this.#size !== undefined) length = Math.min(length, this.#size - offset);
    if (length <= 0) return new Uint8Array(0);
    if (this.#whole !== undefined) return this.#whole.subarray(offset, offset + length);
    if (options.near !== true) return this.#fetch(offset, length, options.signal);
    const first = Math.floor(offset / BLOCK);
    const last = Math.floor((offset + length - 1) / BLOCK);
    const numbers = Array.from({ length: last - first + 1 }, (_, k) => first + k);
    const parts = await Promise.all(
      numbers.map((block) =>
        this.#blocks.get(`${block}`, (signal) => this.#fetch(block * BLOCK, BLOCK, signal), options.signal),
      ),
    );
    const bytes = new Uint8Array(length);
    let filled = 0;
    parts.forEach((part, k) => {
      const from = Math.max(offset - numbers[k]! * BLOCK, 0);
      const piece = part.subarray(from, from + length - filled);
      bytes.set(piece, filled);
      filled += piece.length;
    });
    return bytes.subarray(0, filled);
  }

  /** Returns the file from the cache if it is complete there, otherwise by one request. */
  async whole(limit: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const given = signal === undefined ? {} : { signal };
    if (this.#whole !== undefined && this.#whole.length <= limit) return this.#whole;
    if (this.#size !== undefined && this.#size <= Math.min(limit, BLOCK))
      return new Uint8Array(await this.read(0, this.#size, { near: true, ...given }));
    const { bytes } = await this.#download({ limit, ...given });
    this.#whole = bytes;
    this.#size ??= bytes.length;
    return bytes;
  }

  /** The bytes of a range, by further requests as long as the server sends only a part. */
  async #fetch(offset: number, length: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let filled = 0;
    for (let k = 0; filled < length; k++) {
      if (this.#whole !== undefined) return this.#whole.subarray(offset, offset + length);
      if (k === MOST_PIECES)
        throw this.#unreadable(because('server-pieces')`its server sends ${length} bytes in more than ${k} pieces`);
      const range = [offset + filled, length - filled] as const;
      const { bytes, partial } = await this.#download({ range, ...(signal === undefined ? {} : { signal }) });
      if (!partial) this.#whole = bytes;
      // A range that begins beyond the end does not tell where the end is.
      else if (bytes.length === 0) this.#size ??= filled > 0 || offset === 0 ? offset + filled : undefined;
      else parts.push(bytes);
      filled += partial ? bytes.length : 0;
      if (partial && (bytes.length === 0 || offset + filled === this.#size)) break;
    }
    return parts.length === 1 ? parts[0]! : joinedBytes(parts);
  }

  async #download(options: HttpOptions): Promise<HttpAnswer> {
    if (this.#failure) throw this.#failure;
    try {
      const answer = await fetched(this.url, {
        ...options,
        version: this.#version,
        ...(this.request === undefined ? {} : { request: this.request }),
      });
      // Another request may have been answered in the meantime.
      refuseOther(this.url, this.#version, answer.version);
      this.#version = merged(this.#version, answer.version);
      this.#size ??= this.#version.total;
      return answer;
    } catch (error) {
      if (error instanceof SegmenterError && error.code === 'image-unreadable') this.#failure = error;
      throw error;
    }
  }

  #unreadable(reason: Told): SegmenterError {
    return new SegmenterError('image-unreadable', { name: this.name, reason });
  }
}
