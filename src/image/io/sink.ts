/** Sink of a file whose beginning is known only at its end. */

/** A file being written, in bytes. */
export interface Sink {
  /** Bytes written so far, and where the next ones go. */
  readonly length: number;
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Replaces bytes that were written before, as many as are given. */
  rewrite(position: number, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
}

/** A file in memory. */
export class MemorySink implements Sink {
  readonly #parts: Uint8Array<ArrayBuffer>[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#parts.push(bytes.slice());
    this.#length += bytes.length;
  }

  async rewrite(position: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    let start = 0;
    for (const part of this.#parts) {
      const from = Math.max(position, start);
      const end = Math.min(position + bytes.length, start + part.length);
      if (from < end) part.set(bytes.subarray(from - position, end - position), from - start);
      start += part.length;
    }
  }

  blob(type: string): Blob {
    return new Blob(this.#parts, { type });
  }
}
