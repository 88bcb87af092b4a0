/** LZ4 blocks without a frame, as Blosc and Zarr hold them (LZ4 Block Format). */

import { because, Damage } from '../../../core/reasons.js';

/**
 * The content of a block, which has exactly `size` bytes.
 * @throws RangeError where the block is damaged, cut short or of another size
 */
export const decodeLz4 = (bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> => {
  const out = new Uint8Array(size);
  let from = 0;
  let to = 0;
  const extended = (start: number): number => {
    let length = start;
    if (start !== 15) return length;
    for (;;) {
      const more = bytes[from++];
      if (more === undefined) throw damaged();
      length += more;
      if (more !== 255) return length;
    }
  };
  while (from < bytes.length) {
    const token = bytes[from++]!;
    const literals = extended(token >> 4);
    if (from + literals > bytes.length || to + literals > size) throw damaged();
    out.set(bytes.subarray(from, from + literals), to);
    from += literals;
    to += literals;
    if (from === bytes.length) break;
    if (from + 2 > bytes.length) throw damaged();
    const offset = bytes[from]! | (bytes[from + 1]! << 8);
    from += 2;
    const length = extended(token & 15) + 4;
    if (offset === 0 || offset > to || to + length > size) throw damaged();
    repeat(out, to, offset, length);
    to += length;
  }
  if (to !== size) throw damaged();
  return out;
};

const damaged = (): RangeError =>
  new Damage(because('lz4-damaged')`its LZ4 block is damaged, cut short or of another size`);

/** Writes `length` bytes at `to` from `offset` bytes before, which may overlap: they then repeat. */
export const repeat = (out: Uint8Array, to: number, offset: number, length: number): void => {
  if (offset >= length) {
    out.copyWithin(to, to - offset, to - offset + length);
    return;
  }
  for (let k = 0; k < length; k++) out[to + k] = out[to + k - offset]!;
};
