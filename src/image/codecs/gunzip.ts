/** Streams of gzip and zlib by the host's own decoder, which verifies the checksums. Bytes are counted during decompression. */

import { joinedBytes } from '../../core/joined-bytes.js';
import { because, Damage } from '../../core/reasons.js';

/** @throws RangeError where the stream is damaged, cut short, or holds more than `most` bytes */
export const gunzip = async (
  bytes: Uint8Array,
  format: 'gzip' | 'deflate',
  most: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream(format));
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new Damage(because('stream-damaged')`its ${format} stream is damaged or cut short`, { cause });
    });
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel().catch(() => {});
      throw new Damage(because('unpacks-most')`it unpacks to more than ${most} bytes`);
    }
    parts.push(value);
  }
  return joinedBytes(parts);
};
