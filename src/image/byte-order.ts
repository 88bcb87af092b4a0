/** The order of bytes within a number. */

/** Whether this machine stores the low byte of a number first. */
export const machineLittle = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Reverses each group of `size` bytes, in place; bytes after the last whole group are not changed. */
export const swapBytes = (bytes: Uint8Array, size: number): void => {
  const half = size >> 1;
  for (let start = 0; start + size <= bytes.length; start += size)
    for (let k = 0; k < half; k++) {
      const [low, high] = [start + k, start + size - 1 - k];
      const byte = bytes[low]!;
      bytes[low] = bytes[high]!;
      bytes[high] = byte;
    }
};
