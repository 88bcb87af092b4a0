/** Runs and literals of bytes (TIFF 6.0, section 9): at most `limit` bytes, fewer where the stream ends early. */
export const decodePackBits = (bytes: Uint8Array, limit: number): Uint8Array<ArrayBuffer> => {
  const out = new Uint8Array(limit);
  let written = 0;
  for (let at = 0; at < bytes.length && written < limit; ) {
    const head = bytes[at++]!;
    if (head === 128) continue;
    if (head > 128) {
      if (at >= bytes.length) break;
      const end = Math.min(limit, written + 257 - head);
      out.fill(bytes[at++]!, written, end);
      written = end;
    } else {
      const part = bytes.subarray(at, at + Math.min(head + 1, limit - written));
      out.set(part, written);
      written += part.length;
      at += head + 1;
    }
  }
  return out.subarray(0, written);
};
