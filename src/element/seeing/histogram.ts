/** Histogram of the values of an image, from a small picture of it. */
import type { Limits, RgbaPicture } from '../../image/display.js';

/** Bins of a histogram: the steps of a displayed picture. */
export const BINS = 256;

/** Histogram of a picture of the image, for the panel. */
export interface Histogram {
  /** For each channel that is shown, or for grey alone, the share of each bin in the largest one but for the ends. */
  readonly channels: readonly (readonly number[])[];
  /** The channels' colours: 0 red, 1 green, 2 blue. */
  readonly places: readonly number[];
  /** Stored values at both ends of the bins, of the first channel shown. */
  readonly limits: Limits;
  /** Stored values shown as black and white at first, of the first channel shown. */
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

/**
 * @param whole the picture with all values in it
 * @param first the picture as it is shown at first
 * @param shown the colours that show a channel: 0 red, 1 green, 2 blue
 */
export const histogramOf = (whole: RgbaPicture, first: RgbaPicture, shown: readonly number[]): Histogram => {
  const [at = 0] = shown;
  const places = isGrey(whole) ? [at] : shown;
  const limits = whole.limits?.[at] ?? [0, 255];
  const channels = places.map((place) => shares(counted(whole, place)));
  return { channels, places, limits, first: first.limits?.[at] ?? limits };
};
