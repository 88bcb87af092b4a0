import type { ChannelPlanes } from '../../image/channels/channels.js';
import { packBytesSimd } from '../kernels/simd/pack.js';

/** The side on which lines differ from their surroundings. */
export type LinePolarity = 'bright' | 'dark';

/**
 * Converts the values of a channel to the kernels' samples: lines bright, 0 for what is missing. 16-bit channels are
 * taken from `from` to `to`, found once for a run; values beyond are clamped.
 */
export interface Packing {
  readonly polarity: LinePolarity;
  readonly bits: 8 | 16;
  readonly from: number;
  readonly to: number;
  /** Bits that smoothing adds below a step of the channel. */
  readonly gain: number;
}

/** The packing of samples of `bits` bits whose values go from `least` to `most`. */
export const packingOf = (bits: 8 | 16, polarity: LinePolarity, least: number, most: number): Packing => {
  if (bits === 8) return { polarity, bits, from: 0, to: 255, gain: 8 };
  const margin = Math.ceil((most - least) / 4) + 8;
  const from = Math.max(0, least - margin);
  const to = Math.min(65535, most + margin);
  const gain = Math.max(0, Math.min(8, 31 - Math.clz32(65535 / (to - from + 2))));
  return { polarity, bits, from, to, gain };
};

/**
 * Samples in words, row by row without padding.
 * @param room words to reuse if their number fits; new memory takes longer
 */
export const pack = ({ planes, missing }: ChannelPlanes, packing: Packing, room?: Uint32Array): Uint32Array => {
  const plane = planes[0]!;
  const length = Math.ceil((plane.length * packing.bits) / 32);
  const words = room?.length === length ? room : new Uint32Array(length);
  const { buffer, byteOffset } = words;
  const samples =
    packing.bits === 8
      ? new Uint8Array(buffer, byteOffset, 4 * length)
      : new Uint16Array(buffer, byteOffset, 2 * length);
  samples.set(plane);
  if (packing.bits === 16) packShorts(words, packing);
  else if (!packBytesSimd(words, packing.polarity === 'dark')) packBytes(words, packing.polarity);
  samples.fill(0, plane.length);
  if (missing) for (let i = 0; i < plane.length; i++) if (missing[i] === 1) samples[i] = 0;
  return words;
};

/** Packs bytes with values from 0 to 255, four at a time: to min(v + 1, 255) for bright lines, with 255 − v in place of v for dark lines. */
export const packBytes = (words: Uint32Array, polarity: LinePolarity): void => {
  const flip = polarity === 'bright' ? 0 : -1;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]! ^ flip;
    // The highest bit of a byte tells that it is not 255.
    const left = ~word;
    const below = ((left & 0x7f7f7f7f) + 0x7f7f7f7f) | left;
    words[i] = word + ((below >>> 7) & 0x01010101);
  }
};

const packShorts = (words: Uint32Array, { polarity, from, to }: Packing): void => {
  const bright = polarity === 'bright';
  const sampleOf = new Uint16Array(65536);
  for (let value = 0; value < sampleOf.length; value++) {
    sampleOf[value] = Math.min(Math.max(1, (bright ? value - from : to - value) + 1), 65535);
  }
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    words[i] = sampleOf[word & 0xffff]! | (sampleOf[word >>> 16]! << 16);
  }
};
