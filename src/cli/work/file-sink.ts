/** A file on disk for writers that seek back to its beginning. */
import type { FileHandle } from 'node:fs/promises';
import type { Sink } from '../../image/io/sink.js';

/** An open file as a sink. */
export class FileSink implements Sink {
  #length = 0;

  constructor(private readonly file: FileHandle) {}

  get length(): number {
    return this.#length;
  }

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    // Without a position, because pipes cannot seek.
    await this.#writeAt(null, bytes);
    this.#length += bytes.length;
  }

  rewrite(position: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    return this.#writeAt(position, bytes);
  }

  async #writeAt(position: number | null, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.file.write(
        bytes,
        done,
        bytes.length - done,
        position === null ? null : position + done,
      );
      done += bytesWritten;
    }
  }
}
