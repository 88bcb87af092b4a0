/** Measurements in a few words, for messages. */

import type { ContourFeature } from '../../worker/protocol.js';
import type { MessageValues } from '../i18n/messages.js';
import type { MessageKey } from '../i18n/tables.js';

/** The first measurement: an area or a length, in physical units where the image has them. */
const areaText = ({ properties: { measurements } }: ContourFeature): string => {
  const names = Object.keys(measurements).filter((name) => /^(Area|Length) /.test(name));
  const name = names.find((candidate) => !candidate.includes(' px')) ?? names[0];
  if (name === undefined) return '';
  return `${digits(measurements[name]!)} ${name.replace(/^\w+ /, '').replace('^2', '²')}`;
};

/** The volume of an object, as text. */
const volumeText = ({ properties: { measurements } }: ContourFeature): string => {
  const { 'Volume mm^3': volume, Voxels: voxels = 0 } = measurements;
  return volume === undefined ? `${digits(voxels)} px³` : `${digits(volume)} mm³`;
};

const digits = (value: number): string =>
  new Intl.NumberFormat(undefined, { maximumSignificantDigits: 4 }).format(value);

/** The message at the end of a run that took `milliseconds`. */
export const doneMessage = (
  contours: readonly [ContourFeature, ...ContourFeature[]],
  cancelled: boolean,
  milliseconds: number,
): [key: MessageKey, values: MessageValues] => {
  const time = milliseconds < 950 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
  const [first] = contours;
  if (cancelled) return ['cancelled', {}];
  if (first.properties.metadata.object !== undefined) {
    return ['doneVolume', { count: contours.length, volume: volumeText(first), time }];
  }
  return contours.length > 1
    ? ['doneMany', { count: contours.length, time }]
    : ['done', { area: areaText(first), time }];
};
