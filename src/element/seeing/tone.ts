/** Curves from displayed values, 0 to 255, to colours: what a filter does to pictures that are drawn already. */
import type { DisplaySettings } from './display-settings.js';
import { colourIn, type LookupTable } from './lookup-tables.js';

/** Definition of a filter: channels mixed, then each put through a table of 256 values from 0 to 1. */
export interface Tone {
  /** Rows of red, green and blue; the weights of red, green and blue in each. */
  readonly mix: readonly [Colour, Colour, Colour];
  readonly tables: readonly [readonly number[], readonly number[], readonly number[]];
}

type Colour = readonly [number, number, number];

/** Luma of ITU-R BT.709. */
const LUMA: Colour = [0.2126, 0.7152, 0.0722];
const UNIT = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;
const NONE: Colour = [0, 0, 0];

const mixOf = (channels: readonly number[] | undefined, grey: boolean): Tone['mix'] => {
  const [only] = channels ?? [];
  const single = channels?.length === 1 && only !== undefined ? UNIT[only - 1] : undefined;
  if (single) return [single, single, single];
  if (grey) return [LUMA, LUMA, LUMA];
  const of = (k: 0 | 1 | 2): Colour => (channels && !channels.includes(k + 1) ? NONE : UNIT[k]);
  return [of(0), of(1), of(2)];
};

/** From a share of the range shown at first to that of the window, through gamma. */
const curve = ([black, white]: readonly [number, number], gamma: number): ((value: number) => number) => {
  return (value) => Math.min(1, Math.max(0, (value - black) / (white - black))) ** (1 / gamma);
};

const VALUES = Array.from({ length: 256 }, (_, k) => k / 255);

/** `undefined` where nothing is changed. */
export const toneOf = ({ window, gamma = 1, lut = 'grey', channels }: DisplaySettings): Tone | undefined => {
  const [black, white] = window ?? [0, 1];
  const plain = black === 0 && white === 1 && gamma === 1;
  const mix = mixOf(channels, lut !== 'grey');
  const unmixed = mix.every((row, k) => row === UNIT[k]);
  if (plain && unmixed && lut === 'grey') return undefined;
  const toned = curve([black, white], gamma);
  const table = (c: 0 | 1 | 2): number[] => VALUES.map((value) => through(lut, toned(value), c));
  return { mix, tables: [table(0), table(1), table(2)] };
};

const through = (lut: LookupTable, value: number, c: 0 | 1 | 2): number =>
  lut === 'grey' ? value : colourIn(lut, value)[c] / 255;
