/** BloscLZ, the codec that Blosc has of its own: literals and matches as in FastLZ, with distances beyond 8191 in two more bytes. */
import { because, Damage } from '../../../core/reasons.js';
import { repeat } from './lz4.js';

const NEAR = 8191;
/** High bits of a distance that two more bytes may follow. */
const FAR = 31 << 8;

/**
 * The content of a stream, which has exactly `size` bytes.
 * @throws RangeError where the stream is damaged, cut short or of another size
 */
export const decodeBlosclz = (bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> => {
  const out = new Uint8Array(size);
  let from = 0;
  let to = 0;
  const next = (): number => {
    const byte = bytes[from++];
    if (byte === undefined) throw damaged();
    return byte;
  };
  for (let control = next() & 31; ; control = next()) {
    if (control >= 32) {
      let length = (control >> 5) - 1;
      const high = (control & 31) << 8;
      let code: number;
      if (length === 6) {
        do {
          code = next();
          length += code;
        } while (code === 255);
      }
      code = next();
      length += 3;
      let offset = high + code + 1;
      if (code === 255 && high === FAR) {
        const far = next() << 8;
        offset = far + next() + NEAR + 1;
      }
      if (offset > to || to + length > size) throw damaged();
      repeat(out, to, offset, length);
      to += length;
    } else {
      const count = control + 1;
      if (from + count > bytes.length || to + count > size) throw damaged();
      out.set(bytes.subarray(from, from + count), to);
      from += count;
      to += count;
    }
    if (from >= bytes.length) break;
  }
  if (to !== size) throw damaged();
  return out;
};

const damaged = (): RangeError =>
  new Damage(because('blosclz-damaged')`its BloscLZ stream is damaged, cut short or of another size`);
