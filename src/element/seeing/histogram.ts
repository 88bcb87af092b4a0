/** Histogram of the values of an image, from a small picture of it. */
import type { Limits, RgbaPicture } from '../../image/display.js';

/** Bins of a histogram: the steps of a displayed picture. */
export const BINS = 256;

/** Histogram of a picture of the image, for the panel. */
export interface Histogram {
  /** For each channel of the picture, or for grey alone, the share of each bin in the largest one but for the ends. */
  readonly channels: readonly (readonly number[])[];
  /** Stored values at both ends of the bins, of the first channel. */
  readonly limits: Limits;
  /** Stored values shown as black and white at first, of the first channel. */
  readonly first: Limits;
}

const counted = ({ data }: RgbaPicture, channel: number): number[] => {
  const counts = new Array<number>(BINS).fill(0);
  for (let at = 0; at < data.length; at += 4) if (data[at + 3]! > 0) counts[data[at + channel]!]!++;
  return counts;
};

/** The ends hold what is clipped, and would dwarf the rest. */
const shares = (counts: readonly number[]): number[] => {
  const most = Math.max(1, ...counts.slice(1, -1));
  return counts.map((count) => Math.min(1, count / most));
};

const isGrey = ({ data }: RgbaPicture): boolean => {
  for (let at = 0; at < data.length; at += 4) if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false;
  return true;
};

/** @param whole the picture with all values in it, @param first the picture as it is shown at first */
export const histogramOf = (whole: RgbaPicture, first: RgbaPicture): Histogram => {
  const channels = isGrey(whole) ? [0] : [0, 1, 2];
  const [limits = [0, 255]] = whole.limits ?? [];
  const [shown = limits] = first.limits ?? [];
  return { channels: channels.map((channel) => shares(counted(whole, channel))), limits, first: shown };
};
