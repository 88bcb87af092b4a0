/** Colours in which channels of an image are shown. */
import type { DisplayOptions } from '../../image/display.js';

/** The channels that are shown initially, counted from 1: three channels as red, green and blue, otherwise the first as grey. */
export const channelsAtFirst = (count: number): readonly number[] => (count >= 3 ? [1, 2, 3] : [1]);

/**
 * The bands that are shown, as the engine takes them: one as grey; of several, each of the first three in the colour that it has at first,
 * and others in the colours that are left.
 * @param channels one to three, counted from 1
 */
export const bandsOf = (channels: readonly number[]): NonNullable<DisplayOptions['bands']> => {
  const [only = 1] = channels;
  if (channels.length === 1) return [only];
  const bands: [number, number, number] = [0, 0, 0];
  for (const channel of channels) if (channel <= 3) bands[channel - 1] = channel;
  for (const channel of channels) if (channel > 3) bands[bands.indexOf(0)] = channel;
  return bands;
};

/** The colours that show a band: 0 red, 1 green, 2 blue; grey is all of them. */
export const placesOf = (bands: readonly number[] = [1, 2, 3]): readonly number[] =>
  bands.length === 1 ? [0] : bands.flatMap((band, place) => (band > 0 ? place : []));

/** The channels shown after a checkbox changed: at most three (the lowest of the others is removed), and at least one. */
export const ticked = (shown: readonly number[], channel: number, on: boolean): readonly number[] => {
  const others = shown.filter((one) => one !== channel);
  if (on) return [...others.slice(-2), channel].sort((a, b) => a - b);
  return others.length > 0 ? others : shown;
};
