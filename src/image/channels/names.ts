/** The names of channels, in menus and attributes. */

import { SegmenterError, show } from '../../core/errors.js';
import { because, type Reason } from '../../core/reasons.js';

/** A channel's name, taken apart. */
export type ChannelName =
  | { readonly kind: 'luminance' | 'principal' | 'bands' | 'optical-density' }
  | { readonly kind: 'stain'; readonly stain: 'hematoxylin' | 'eosin' | 'dab' }
  /** Counted from 0. */
  | { readonly kind: 'band'; readonly band: number }
  | { readonly kind: 'decibel'; readonly band: number }
  | { readonly kind: 'ratio'; readonly band: number; readonly over: number }
  | { readonly kind: 'palette'; readonly codes: number };

/** A channel that an image offers. */
export interface ChannelInfo {
  /** A form of the values of `channel`. */
  readonly id: string;
  /** Its name on the screen, in English. */
  readonly title: string;
  /** `codes` have neither order nor distance. */
  readonly kind: 'intensity' | 'codes';
}

/** Names of channels: N and M are bands, counted from 1, B a number of codes. */
export const channelForms: readonly ChannelForm[] = [
  { form: 'luminance' },
  { form: 'red' },
  { form: 'green' },
  { form: 'blue' },
  { form: 'hematoxylin' },
  { form: 'eosin' },
  { form: 'dab' },
  { form: 'optical-density', gives: 'planes' },
  { form: 'principal' },
  { form: 'bands', gives: 'planes' },
  { form: 'band:N' },
  { form: 'palette:B', gives: 'codes' },
  { form: 'ratio:M/N' },
  { form: 'db' },
  { form: 'db:N' },
];

/** A form of channel names that an algorithm takes. */
export interface ChannelForm {
  readonly form: string;
  /** Set where it gives several planes of intensities, or codes, in place of a single plane of intensities. */
  readonly gives?: 'planes' | 'codes';
}

/** Fewest and most codes of a palette. */
const CODES = { least: 2, most: 64 } as const;
const colours = ['red', 'green', 'blue'];

const wantedOf = (bands: number): Reason => {
  const known = channelList({ bands }).map(({ id }) => id);
  return because(
    'bands',
  )`this image has ${bands === 1 ? because('one-band')`one band` : because('some-bands')`${bands} bands`}, so use one of ${known.slice(0, 12).join(', ')}`;
};

/**
 * Reads a channel's name for an image of `bands` bands. Bands are named from 1.
 * @throws SegmenterError `bad-parameter` where the name is unknown or asks for a band that is not there.
 */
export const parseChannel = (text: string, bands: number): ChannelName => {
  const bad = (wanted = wantedOf(bands)): SegmenterError =>
    new SegmenterError('bad-parameter', { name: 'channel', value: show(text), wanted });
  const bandAt = (name: string): number => {
    const band = Number(name) - 1;
    if (!Number.isInteger(band) || band < 0 || band >= bands) throw bad();
    return band;
  };
  const colour = colours.indexOf(text);
  if (colour >= 0) {
    if (bands < 3) throw bad();
    return { kind: 'band', band: colour };
  }
  switch (text) {
    case 'luminance':
    case 'principal':
    case 'bands':
      return { kind: text };
    case 'optical-density':
      if (bands < 3) throw bad();
      return { kind: text };
    case 'hematoxylin':
    case 'eosin':
    case 'dab':
      if (bands < 3) throw bad();
      return { kind: 'stain', stain: text };
    case 'db':
      return { kind: 'decibel', band: 0 };
    default: {
      const [, name, rest = ''] = /^(band|db|ratio|palette):(.+)$/.exec(text) ?? [];
      if (name === 'band') return { kind: 'band', band: bandAt(rest) };
      if (name === 'db') return { kind: 'decibel', band: bandAt(rest) };
      if (name === 'ratio') {
        const [, band, over] = /^(\d+)\/(\d+)$/.exec(rest) ?? [];
        if (band === undefined || over === undefined)
          throw bad(because('ratio-name')`a ratio is named ratio:M/N with bands counted from 1`);
        return { kind: 'ratio', band: bandAt(band), over: bandAt(over) };
      }
      if (name === 'palette') {
        const codes = Number(rest);
        if (!Number.isInteger(codes) || codes < CODES.least || codes > CODES.most)
          throw bad(because('palette-codes')`a palette has ${CODES.least} to ${CODES.most} codes, as in palette:16`);
        return { kind: 'palette', codes };
      }
      throw bad();
    }
  }
};

/**
 * The channels that an image offers, the plainest first.
 * @param image its number of bands, and the bits of a sample where they are known
 */
export const channelList = (image: { readonly bands: number; readonly bits?: 8 | 16 | 32 }): ChannelInfo[] => {
  const { bands } = image;
  const list: ChannelInfo[] = [];
  const add = (id: string, title: string, kind: ChannelInfo['kind'] = 'intensity'): void => {
    list.push({ id, title, kind });
  };
  add('luminance', bands < 3 ? 'Grey value' : 'Luminance');
  if (bands > 1) {
    add('principal', 'All bands, decorrelated');
    add('bands', 'All bands, as stored');
  }
  add('palette:16', bands > 1 ? 'Palette of 16 colours' : 'Palette of 16 grey values', 'codes');
  add('palette:32', bands > 1 ? 'Palette of 32 colours' : 'Palette of 32 grey values', 'codes');
  if (bands === 3) {
    add('red', 'Red');
    add('green', 'Green');
    add('blue', 'Blue');
    add('optical-density', 'Optical density');
    add('hematoxylin', 'Hematoxylin');
    add('eosin', 'Eosin');
    add('dab', 'DAB');
  }
  if (bands > 1) for (let k = 1; k <= bands; k++) add(`band:${k}`, `Band ${k}`);
  if (bands > 1 && bands !== 3) add('ratio:1/2', 'Band 1 over band 2');
  if (bands !== 3) add('db', 'Decibels');
  return list;
};
