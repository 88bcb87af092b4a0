/** Decides what is read and written on the page's own thread: small amounts, for which starting a worker would take longer. */

import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { isBlob } from '../../core/any-window.js';
import type { ImageFrame } from '../formats/features.js';
import { kindOfFile } from '../formats/file-kind.js';
import { piecesOf } from './pieces.js';

/** Characters, or bytes: readers take time that grows with the length of the text, for this much a few frames at most. */
const TEXT = 2 ** 14;
/** Characters of text that a character of markup counts for: a curve of twenty becomes a thousand vertices. */
const MARKUP = 16;
/** Most pixels of a mask. */
const PIXELS = 2 ** 18;

/** Tells whether text, parsed JSON or a file is read within a few frames, whatever it holds. */
export const isLightToRead = async (data: unknown): Promise<boolean> => {
  if (!isBlob(data)) return isLight(data);
  if (data.size > TEXT) return false;
  if ((await kindOfFile(data)) !== undefined) return false;
  return weightOf(await data.text()) <= TEXT;
};

/** Tells whether contours are written within a few frames. A mask has the size of the image, whatever is on it. */
export const isLightToWrite = (
  format: string,
  contours: readonly ContourFeature[],
  { width, height, stack }: ImageFrame,
): boolean => {
  if (/^(mask|dicom-seg)/.test(format) && width * height * (stack?.depth ?? 1) > PIXELS) return false;
  const pieces = piecesOf(contours);
  pieces.next();
  return pieces.next().done === true;
};

const weightOf = (text: string): number => (text.includes('<') ? MARKUP : 1) * text.length;

const isLight = (data: unknown): boolean => {
  const waiting = [data];
  let left = TEXT;
  try {
    while (waiting.length > 0) {
      const value = waiting.pop();
      left -= typeof value === 'string' ? 1 + weightOf(value) : 1;
      if (left < (Array.isArray(value) ? value.length : 0)) return false;
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, member] of Object.entries(value)) waiting.push(name, member);
      if (waiting.length > 2 * TEXT) return false;
    }
  } catch {
    // The reader rejects inaccessible values at once.
  }
  return true;
};
