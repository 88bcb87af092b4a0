/** Random access to a file of this machine through its handle, for Node. */

import { type FileHandle, open } from 'node:fs/promises';
import { SegmenterError, throwIfAborted } from '../../core/errors.js';
import { because, inBytes } from '../../core/reasons.js';
import type { Bytes } from './bytes.js';
import { fileError } from './file-error.js';

/** A file, read by ranges and never whole but where that is asked for. Close it after use. */
export class FileBytes implements Bytes {
  private constructor(
    readonly name: string,
    readonly size: number,
    private readonly handle: FileHandle,
  ) {}

  /**
   * @throws SegmenterError `image-not-found` where there is no such file, or none that may be read;
   *   `image-unreadable` where it is a directory
   */
  static async open(path: string): Promise<FileBytes> {
    let handle: FileHandle | undefined;
    try {
      handle = await open(path, 'r');
      const stat = await handle.stat();
      if (stat.isFile()) return new FileBytes(path, stat.size, handle);
    } catch (error) {
      await handle?.close();
      throw fileError(path, error);
    }
    await handle.close();
    throw new SegmenterError('image-unreadable', {
      name: path,
      reason: because('no-regular-file')`it is no regular file`,
    });
  }

  async read(
    offset: number,
    length: number,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    throwIfAborted(signal);
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await this.#readInto(bytes, filled, offset + filled);
      if (bytesRead === 0) throw this.#changed();
      filled += bytesRead;
    }
    return bytes;
  }

  async whole(limit: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    if (this.size > limit)
      throw new SegmenterError('image-too-large', {
        name: this.name,
        size: inBytes(this.size),
        limit: inBytes(limit),
      });
    return this.read(0, this.size, signal === undefined ? {} : { signal });
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  async #readInto(bytes: Uint8Array, filled: number, position: number): Promise<{ readonly bytesRead: number }> {
    try {
      return await this.handle.read(bytes, filled, bytes.length - filled, position);
    } catch (cause) {
      throw new SegmenterError(
        'image-unreadable',
        { name: this.name, reason: because('file-gone')`the file can no longer be read` },
        { cause },
      );
    }
  }

  #changed(): SegmenterError {
    return new SegmenterError('image-unreadable', {
      name: this.name,
      reason: because('file-shorter')`it became shorter while it was read`,
    });
  }
}
