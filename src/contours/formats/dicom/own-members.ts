/** Private attributes for what the standard does not cover: exact ids and names, the parts of an object, its holes. */
import { type Dataset, textOf } from '../../../image/formats/dicom/dataset.js';
import type { Attributes } from './attributes.js';

const CREATOR = 'SNAKE-SEGMENTER';

/** Longest text of a representation LO (PS3.5, 6.2). */
const LONGEST = 64;
/** Whether a character ends a value, or may be dropped by a reader: a control character, or the backslash. */
const isForeign = (letter: string): boolean => letter < ' ' || letter === '\u007f' || letter === '\\';

/** A text as LO holds it. */
export const fitting = (text: string): string =>
  Array.from(text, (letter) => (isForeign(letter) ? ' ' : letter))
    .slice(0, LONGEST)
    .join('')
    .trim();

/** The original text, if the file still has the text that was written for it; otherwise the file's text. */
export const exact = (standard: string | undefined, own: unknown): string | undefined =>
  typeof own === 'string' && fitting(own) === fitting(standard ?? '') ? own : standard;

/** Private attributes with values that JSON holds. */
export const ownMembers = (value: object): Attributes => ({ OwnCreator: CREATOR, OwnMembers: JSON.stringify(value) });

/** The values of private attributes; `undefined` where this program wrote none, or they are invalid. */
export const readOwnMembers = (data: Dataset): unknown => {
  if (textOf(data, '00990010') !== CREATOR) return undefined;
  try {
    return JSON.parse(textOf(data, '00991001') ?? '');
  } catch {
    return undefined;
  }
};
