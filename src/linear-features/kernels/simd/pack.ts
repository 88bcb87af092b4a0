import { simd } from './instance.js';

/** Words that are copied to the module's memory at a time: a processor's second cache holds them. */
const WORDS = 2 ** 17;

/** `packBytes` in SIMD, of dark lines where `flip` is true; false where there is no SIMD, and then nothing is done. */
export const packBytesSimd = (words: Uint32Array, flip: boolean): boolean => {
  const run = simd();
  if (!run) return false;
  const { buffer } = run.memory;
  const block = new Uint32Array(buffer, buffer.byteLength - 4 * WORDS, WORDS);
  for (let at = 0; at < words.length; at += WORDS) {
    const part = words.subarray(at, at + WORDS);
    block.set(part);
    run.packBytes(block.byteOffset, part.byteLength, flip);
    part.set(part.length < WORDS ? block.subarray(0, part.length) : block);
  }
  return true;
};
