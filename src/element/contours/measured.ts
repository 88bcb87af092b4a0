/** Measurements in a few words, for messages. */

import type { ContourFeature } from '../../worker/protocol.js';
import { sizeText } from '../i18n/figures.js';
import type { MessageValues } from '../i18n/messages.js';
import type { MessageKey } from '../i18n/tables.js';
import { countObjects, sizeOf } from './objects.js';

/** The size of a contour or an object: its area, length or volume, in physical units where the image has them. */
const sizeOfText = (contour: ContourFeature, lang: string): string => {
  const size = sizeOf({ contours: [contour] });
  return size ? sizeText(size.name, size.value, lang) : '';
};

const tenths = (value: number, lang: string): string =>
  new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

/** How long something took. */
export const timeText =
  (milliseconds: number) =>
  (lang: string): string =>
    milliseconds < 950 ? `${Math.round(milliseconds)} ms` : `${tenths(milliseconds / 1000, lang)} s`;

/** The message at the end of a run that took `milliseconds`; `full` where it found as many objects as it may. */
export const doneMessage = (
  contours: readonly [ContourFeature, ...ContourFeature[]],
  { cancelled, full }: { readonly cancelled: boolean; readonly full: boolean },
  milliseconds: number,
): [key: MessageKey, values: MessageValues] => {
  const time = timeText(milliseconds);
  const [first] = contours;
  if (cancelled) return ['cancelled', {}];
  const count = countObjects(contours);
  if (count === 1 && first.properties.metadata.object !== undefined) {
    return ['doneVolume', { count: contours.length, volume: (lang) => sizeOfText(first, lang), time }];
  }
  if (full) return ['doneFull', { count, time }];
  return count > 1 ? ['doneMany', { count, time }] : ['done', { area: (lang) => sizeOfText(first, lang), time }];
};
