/** Blosc's filters undone: bytes, or bits, that were sorted by their place in the element. */

/** Elements whose first bytes come first, then all second bytes, and so on. A rest that is no element stays. */
export const unshuffle = (block: Uint8Array, typeSize: number): Uint8Array => {
  const count = Math.floor(block.length / typeSize);
  const out = block.slice();
  for (let byte = 0, at = 0; byte < typeSize; byte++)
    for (let element = 0, to = byte; element < count; element++, to += typeSize) out[to] = block[at++]!;
  return out;
};

/** Elements whose lowest bits come first. Blosc leaves a block alone whose number of elements is no multiple of 8. */
export const unshuffleBits = (block: Uint8Array, typeSize: number): Uint8Array => {
  const count = Math.floor(block.length / typeSize);
  if (count === 0 || count % 8 !== 0) return block;
  const out = block.slice();
  out.fill(0, 0, count * typeSize);
  const row = count / 8;
  for (let bit = 0; bit < typeSize * 8; bit++) {
    const byte = bit >> 3;
    const mask = 1 << (bit & 7);
    for (let k = 0; k < row; k++) {
      const eight = block[bit * row + k]!;
      if (eight === 0) continue;
      for (let j = 0, to = k * 8 * typeSize + byte; j < 8; j++, to += typeSize) {
        if ((eight >> j) & 1) out[to]! |= mask;
      }
    }
  }
  return out;
};
