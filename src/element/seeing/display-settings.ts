/** Settings of the display of contours and image. None of it changes a contour, a measurement or what an algorithm reads. */
import { badParameter } from '../../core/errors.js';
import { givenOf, reading } from '../../core/given.js';
import { isLookupTable, type LookupTable, lookupTables } from './lookup-tables.js';

/** Source of the contours' colours: their class, each in a colour of its own, or one of their measurements, by its name. */
export type Colouring = 'class' | 'object' | { readonly measurement: string };

/** All of it is optional: what is left out is as it is at first. */
export interface DisplaySettings {
  /** Of contours, 0 to 1. */
  readonly opacity?: number;
  /** Opacity of the filling of contours, 0 to 1; 0 draws outlines alone. */
  readonly fill?: number;
  /** False draws no outlines, except of what is selected. */
  readonly outlines?: boolean;
  /** True darkens what lies in no contour. */
  readonly dim?: boolean;
  readonly colours?: Colouring;
  /** Black point and white point, as shares of the range shown at first, which is 0 to 1. */
  readonly window?: readonly [black: number, white: number];
  /** Exponent of the displayed value is `1 / gamma`; 0.1 to 10. */
  readonly gamma?: number;
  /** True for a logarithmic scale; of images that the engine draws. */
  readonly logarithmic?: boolean;
  readonly lut?: LookupTable;
  /**
   * The channels shown, counted from 1, three at most: one as grey; of several, the first three of the image as red, green and blue, as
   * they are at first, and others in the colours that are left.
   */
  readonly channels?: readonly number[];
}

/** Display settings with nothing left out but `channels`, which the image determines. */
export type Shown = Required<Omit<DisplaySettings, 'channels'>> & Pick<DisplaySettings, 'channels'>;

/** The settings at first. */
export const standardDisplay: Shown = {
  opacity: 1,
  fill: 0.07,
  outlines: true,
  dim: false,
  colours: 'class',
  window: [0, 1],
  gamma: 1,
  logarithmic: false,
  lut: 'grey',
};

/** Ranges of the numbers. */
export const GAMMA = { least: 0.1, most: 10 } as const;

const isNumber = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && value >= least && value <= most;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const share = { fits: (value: unknown) => isNumber(value, 0, 1), wanted: 'it must be a number from 0 to 1' };
const choice = { fits: (value: unknown) => typeof value === 'boolean', wanted: 'it must be true or false' };

const rules: Readonly<
  Record<keyof DisplaySettings, { readonly fits: (value: unknown) => boolean; readonly wanted: string }>
> = {
  opacity: share,
  fill: share,
  outlines: choice,
  dim: choice,
  logarithmic: choice,
  colours: {
    fits: (value) =>
      value === 'class' ||
      value === 'object' ||
      (typeof value === 'object' && value !== null && 'measurement' in value && typeof value.measurement === 'string'),
    wanted: 'it must be "class", "object" or {measurement: name}',
  },
  window: {
    fits: (value) => isList(value) && value.length === 2 && value.every(Number.isFinite) && value[0] !== value[1],
    wanted: 'it must be two different numbers',
  },
  gamma: {
    fits: (value) => isNumber(value, GAMMA.least, GAMMA.most),
    wanted: `it must be a number from ${GAMMA.least} to ${GAMMA.most}`,
  },
  lut: { fits: isLookupTable, wanted: `it must be one of ${Object.keys(lookupTables).join(', ')}` },
  channels: {
    fits: (value) =>
      isList(value) &&
      value.length >= 1 &&
      value.length <= 3 &&
      value.every((channel) => typeof channel === 'number' && Number.isInteger(channel) && channel >= 1),
    wanted: 'it must be a list of one to three channels, counted from 1',
  },
};

/** Throws `bad-parameter` where a setting is unknown, or a value is invalid. */
export const checkDisplay = (given: unknown): DisplaySettings => {
  const members = givenOf('display', given as DisplaySettings);
  const settings: DisplaySettings = reading('display', () => structuredClone(members));
  for (const [name, value] of Object.entries(settings)) {
    const rule = Object.hasOwn(rules, name) ? Object.entries(rules).find(([known]) => known === name)?.[1] : undefined;
    if (!rule) throw badParameter(`display.${name}`, value, `there is ${Object.keys(rules).join(', ')}`);
    if (!rule.fits(value)) throw badParameter(`display.${name}`, value, rule.wanted);
  }
  return settings;
};
