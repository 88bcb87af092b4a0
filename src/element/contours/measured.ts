/** Measurements in a few words, for messages. */

import type { ContourFeature } from '../../worker/protocol.js';
import type { MessageValues } from '../i18n/messages.js';
import type { MessageKey } from '../i18n/tables.js';
import { countObjects } from './objects.js';

/** The first measurement: an area or a length, in physical units where the image has them. */
const areaText = ({ properties: { measurements } }: ContourFeature, lang: string): string => {
  const names = Object.keys(measurements).filter((name) => /^(Area|Length) /.test(name));
  const name = names.find((candidate) => !candidate.includes(' px')) ?? names[0];
  if (name === undefined) return '';
  return `${figure(measurements[name]!, lang)} ${name.replace(/^\w+ /, '').replace('^2', '²')}`;
};

/** The volume of an object, as text. */
const volumeText = ({ properties: { measurements } }: ContourFeature, lang: string): string => {
  const { 'Volume mm^3': volume, Voxels: voxels = 0 } = measurements;
  if (volume === undefined) return `${figure(voxels, lang)} px³`;
  return volume < 1000 ? `${figure(volume, lang)} mm³` : `${figure(volume / 1000, lang)} cm³`;
};

/** Four significant digits, from 1000 on a whole number: what is rounded is not written in full. */
const figure = (value: number, lang: string): string =>
  new Intl.NumberFormat(
    lang,
    Math.abs(value) >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 4 },
  ).format(value);

const tenths = (value: number, lang: string): string =>
  new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

/** The message at the end of a run that took `milliseconds`; `full` where it found as many objects as it may. */
export const doneMessage = (
  contours: readonly [ContourFeature, ...ContourFeature[]],
  { cancelled, full }: { readonly cancelled: boolean; readonly full: boolean },
  milliseconds: number,
): [key: MessageKey, values: MessageValues] => {
  const time = (lang: string): string =>
    milliseconds < 950 ? `${Math.round(milliseconds)} ms` : `${tenths(milliseconds / 1000, lang)} s`;
  const [first] = contours;
  if (cancelled) return ['cancelled', {}];
  const count = countObjects(contours);
  if (count === 1 && first.properties.metadata.object !== undefined) {
    return ['doneVolume', { count: contours.length, volume: (lang) => volumeText(first, lang), time }];
  }
  if (full) return ['doneFull', { count, time }];
  return count > 1 ? ['doneMany', { count, time }] : ['done', { area: (lang) => areaText(first, lang), time }];
};
