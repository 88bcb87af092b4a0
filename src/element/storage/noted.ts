/**
 * What is unsaved when a page goes away: the database answers too late for it. It is written at once in a place for short texts, and joined with the
 * saved work when the image is opened next.
 */

import { isRecord } from '../../core/record.js';
import type { Edit } from '../contours/edits.js';
import type { Settings } from './settings.js';
import { VERSION } from './stored-image.js';

/** Edits that were not saved, in the order in which they were made, and the settings at that time. */
export interface Noted {
  readonly edits: readonly (readonly Edit[])[];
  readonly settings: Settings;
}

const placeOf = (key: string): string => `snake-segmenter unsaved ${key}`;

/** Most edits that are noted: browsers give a site some 5 MB, and the page has little time to write. */
const MOST = 1000;

/** JSON has no NaN and no infinities, which measurements of other programs may be: each is a record with its name. */
const NUMBER = '\0number';
const toText = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? { [NUMBER]: String(value) } : value;
const fromText = (_key: string, value: unknown): unknown =>
  isRecord(value) && NUMBER in value ? Number(value[NUMBER]) : value;

/** Notes what is unsaved of an image, or that nothing is. No effect where the browser denies it, or it is too much. */
export const note = (key: string, { edits, settings }: Noted): void => {
  try {
    if (edits.length === 0) localStorage.removeItem(placeOf(key));
    else if (edits.flat().length <= MOST)
      localStorage.setItem(placeOf(key), JSON.stringify({ version: VERSION, edits, settings }, toText));
  } catch {
    // The save that is under way is all that can be done.
  }
};

/** What was noted; `undefined` where nothing was, or it is of another version, or it cannot be read. */
export const notedOf = (key: string): Noted | undefined => {
  try {
    const noted = JSON.parse(localStorage.getItem(placeOf(key)) ?? 'null', fromText);
    return noted?.version === VERSION ? noted : undefined;
  } catch {
    return undefined;
  }
};
