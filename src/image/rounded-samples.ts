/** What is said of images whose stored samples have more digits than those that are read. */

import { because, type ReasonData } from '../core/reasons.js';

/** Types of numbers whose values a 32-bit float may round. */
const LONG: ReadonlySet<string> = new Set(['int32', 'uint32', 'int64', 'uint64', 'float64']);

/**
 * The notes on an image with samples of a type, named as NumPy does; `undefined` where every value is kept.
 * @param depth slices; of several, a volume is made, whose voxels have 16 bits
 */
export const notesOf = (type: string, depth = 1): readonly ReasonData[] | undefined => {
  const notes = [
    ...(LONG.has(type)
      ? [
          because(
            'samples-rounded',
          )`its samples (${type}) are read as 32-bit floats: whole numbers beyond 16777216, and digits after the seventh, are rounded`,
        ]
      : []),
    ...(depth > 1 && (LONG.has(type) || type === 'float32')
      ? [
          because(
            'volume-in-steps',
          )`as a volume, its samples (${type}) are read in 65536 steps from the least to the greatest, unless they are whole numbers that lie closer together`,
        ]
      : []),
  ];
  return notes.length > 0 ? notes.map((note) => note.toJSON()) : undefined;
};
