/** Zlib streams (RFC 1950) through pako, which verifies the Adler-32. Bytes are counted during decompression. */

import { Inflate, Z_SYNC_FLUSH } from 'pako';
import { because, Damage, quoted } from '../../core/reasons.js';

/** Bytes unpacked at a time. */
const CHUNK = 1 << 16;

/** Unpacks a stream that comes in parts. */
export class ZlibReader {
  readonly #inflate = new Inflate({ windowBits: 15, chunkSize: CHUNK });
  #size = 0;

  /** `take` gets the unpacked bytes in turn, of which there may be `most`. */
  constructor(
    private readonly take: (bytes: Uint8Array) => void,
    private readonly most: number,
  ) {
    this.#inflate.onData = (bytes) => {
      this.#size += bytes.length;
      if (this.#size > this.most) throw new Damage(because('unpacks-most')`it unpacks to more than ${this.most} bytes`);
      this.take(bytes);
    };
  }

  /** Whether the stream has come to its end, with the right checksum. */
  get ended(): boolean {
    return this.#inflate.ended && this.#inflate.err === 0;
  }

  /** @throws RangeError where the stream is damaged, or unpacks to more than it may */
  push(bytes: Uint8Array): void {
    if (this.#inflate.ended) return;
    if (!this.#inflate.push(bytes, false))
      throw new Damage(
        because(
          'deflate-damaged',
        )`its deflate stream is damaged: ${quoted(this.#inflate.msg || String(this.#inflate.err))}`,
      );
  }

  /** @throws RangeError where the stream has not come to its end */
  finish(): void {
    if (!this.ended) throw new Damage(because('deflate-ends')`its deflate stream ends early`);
  }
}

/** Unpacks the first bytes of a gzip stream as far as they reach; 64 KiB at most. */
export const startOfGzip = (bytes: Uint8Array): Uint8Array => {
  const inflate = new Inflate({ windowBits: 31, chunkSize: CHUNK });
  let start: Uint8Array = new Uint8Array(0);
  inflate.onData = (part) => {
    if (start.length === 0) start = part;
  };
  inflate.push(bytes.subarray(0, 4096), Z_SYNC_FLUSH);
  return start;
};

/**
 * The first `wanted` bytes of a stream, or all where there are fewer. It is unpacked to its end, since only there its checksum is
 * known.
 * @throws RangeError where the stream is damaged, cut short, or has more than twice as many bytes and 65,536
 */
export const inflate = (bytes: Uint8Array, wanted: number): Uint8Array<ArrayBuffer> => {
  const out = new Uint8Array(wanted);
  let filled = 0;
  const reader = new ZlibReader(
    (part) => {
      const fits = part.subarray(0, wanted - filled);
      out.set(fits, filled);
      filled += fits.length;
    },
    2 * wanted + 65536,
  );
  reader.push(bytes);
  reader.finish();
  return filled < wanted ? out.slice(0, filled) : out;
};
