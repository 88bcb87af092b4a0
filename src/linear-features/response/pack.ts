import type { ChannelPlanes } from '../../image/channels/channels.js';

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
  const gain = Math.max(0, Math.min(8, Math.floor(Math.log2(65535 / (to - from + 2)))));
  return { polarity, bits, from, to, gain };
};

/** Samples in words, row by row without padding. */
export const pack = ({ planes, missing }: ChannelPlanes, { polarity, bits, from, to }: Packing): Uint32Array => {
  const plane = planes[0]!;
  const words = new Uint32Array(Math.ceil((plane.length * bits) / 32));
  const samples = bits === 8 ? new Uint8Array(words.buffer) : new Uint16Array(words.buffer);
  const most = 2 ** bits - 1;
  const bright = polarity === 'bright';
  const sampleOf = new Uint16Array(most + 1);
  for (let value = 0; value <= most; value++) {
    sampleOf[value] = Math.min(Math.max(1, (bright ? value - from : to - value) + 1), most);
  }
  for (let i = 0; i < plane.length; i++) samples[i] = sampleOf[plane[i]!]!;
  if (missing) for (let i = 0; i < plane.length; i++) if (missing[i] === 1) samples[i] = 0;
  return words;
};
