/** LZW as TIFF has it (TIFF 6.0, section 13): most significant bit first, codes widened one early. */

import { because, Damage } from '../../core/reasons.js';

const CLEAR = 256;
const END = 257;
const FIRST = 258;
const MOST = 4096;

/**
 * At most `limit` bytes; fewer where the stream ends early.
 * @throws RangeError where a code cannot be, or the stream is of the kind that preceded TIFF 6.0
 */
export const decodeLzw = (bytes: Uint8Array, limit: number): Uint8Array<ArrayBuffer> => {
  if (bytes[0] === 0 && (bytes[1]! & 1) === 1)
    throw new Damage(because('lzw-old')`LZW of before TIFF 6.0 is not supported`);
  const out = new Uint8Array(limit);
  const prefix = new Uint16Array(MOST);
  const last = Uint8Array.from({ length: MOST }, (_, code) => code);
  const lengths = new Uint32Array(MOST).fill(1, 0, CLEAR);
  let [next, width, old] = [FIRST, 9, -1];
  let [held, have, at, written] = [0, 0, 0, 0];
  /** Writes the string of a code, cut at the limit, and gives its first byte. */
  const write = (code: number): number => {
    let k = written + lengths[code]! - 1;
    written = Math.min(limit, k + 1);
    let c = code;
    for (; c >= FIRST; k--, c = prefix[c]!) if (k < limit) out[k] = last[c]!;
    if (k < limit) out[k] = c;
    return c;
  };
  while (written < limit) {
    while (have < width && at < bytes.length) {
      held = ((held << 8) | bytes[at++]!) & 0xffffff;
      have += 8;
    }
    if (have < width) break;
    have -= width;
    const code = (held >> have) & ((1 << width) - 1);
    if (code === END) break;
    if (code === CLEAR) {
      [next, width, old] = [FIRST, 9, -1];
      continue;
    }
    if (code > next || (old < 0 && code > 255)) throw new Damage(because('lzw-code')`the LZW code ${code} is unknown`);
    if (old >= 0 && next < MOST) {
      prefix[next] = old;
      lengths[next] = lengths[old]! + 1;
      if (code === next) {
        let first = old;
        while (first >= FIRST) first = prefix[first]!;
        last[next] = first;
        write(code);
      } else last[next] = write(code);
      next++;
    } else if (code >= next) throw new Damage(because('lzw-code')`the LZW code ${code} is unknown`);
    else write(code);
    old = code;
    if (next + 1 >= 1 << width && width < 12) width++;
  }
  return out.subarray(0, written);
};
