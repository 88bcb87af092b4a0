import { G } from './layout.js';

/** The samples of a buffer as an array of their bit width: plane after plane, rows of `pitch` samples. */
export const sampleReader = (
  geometry: Uint32Array,
  samples: Uint32Array,
): { readonly values: Uint8Array | Uint16Array; readonly pitch: number } => {
  const rowWords = geometry[G.rowWords]!;
  return geometry[G.bits] === 16
    ? { values: new Uint16Array(samples.buffer, samples.byteOffset, samples.length * 2), pitch: rowWords * 2 }
    : { values: new Uint8Array(samples.buffer, samples.byteOffset, samples.length * 4), pitch: rowWords * 4 };
};
