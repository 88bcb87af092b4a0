/** What the standard has no place for, in private attributes: exact ids and names, the parts of an object, its holes. */
import { type Dataset, textOf } from '../../../image/formats/dicom/dataset.js';
import type { Attributes } from './attributes.js';

const CREATOR = 'SNAKE-SEGMENTER';

/** Longest text of a representation LO (PS3.5, 6.2). */
const LONGEST = 64;
/** Letters that end a value, or that a reader may leave out: controls and the backslash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const FOREIGN = /[\u0000-\u001f\u007f\\]/g;

/** A text as LO holds it. */
export const fitting = (text: string): string => [...text.replace(FOREIGN, ' ')].slice(0, LONGEST).join('').trim();

/** The text that was written, where the file still says the same; else what the file says. */
export const exact = (standard: string | undefined, own: unknown): string | undefined =>
  typeof own === 'string' && fitting(own) === fitting(standard ?? '') ? own : standard;

/** Private attributes with values that JSON holds. */
export const ownMembers = (value: object): Attributes => ({ OwnCreator: CREATOR, OwnMembers: JSON.stringify(value) });

/** The values of private attributes; `undefined` where there are none of this program, or none that make sense. */
export const readOwnMembers = (data: Dataset): unknown => {
  if (textOf(data, '00990010') !== CREATOR) return undefined;
  try {
    return JSON.parse(textOf(data, '00991001') ?? '');
  } catch {
    return undefined;
  }
};
