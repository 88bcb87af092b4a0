import type { Words } from '../../../compute/recording.js';
import { GROUPS_IN_ROW } from './items.js';
import { MARKS, P, PIXELS_IN_GROUP, samplesOf } from './part-words.js';

/** Calls `found` for each of a workgroup's pixels with a mark and a sample, with its word. Gives the workgroup's place among all. */
export const marksIn = (
  { part, samples, response }: Words<'part' | 'samples' | 'response'>,
  found: (own: number, word: number) => void,
): ((groupX: number, groupY: number) => number) => {
  const stored = samplesOf(part, samples);
  const stride = part[P.stride]!;
  const left = part[P.x]!;
  const top = part[P.y]!;
  const width = part[P.width]!;
  const count = width * part[P.height]!;
  return (groupX, groupY) => {
    const at = groupY * GROUPS_IN_ROW + groupX;
    const last = Math.min(count, (at + 1) * PIXELS_IN_GROUP);
    for (let own = at * PIXELS_IN_GROUP; own < last; ) {
      const y = Math.floor(own / width);
      const end = Math.min(last, (y + 1) * width);
      const aside = (top + y) * stride + left - y * width;
      for (let pixel = own + aside; pixel < end + aside; pixel++) {
        // Most have no mark.
        while (pixel + 4 <= end + aside && !anyOf(response, pixel)) pixel += 4;
        if (pixel >= end + aside) break;
        const word = response[pixel]!;
        if ((word & MARKS) !== 0 && stored[pixel] !== 0) found(pixel - aside, word);
      }
      own = end;
    }
    return at;
  };
};

/** Whether one of four words is marked. */
const anyOf = (words: Uint32Array, at: number): boolean =>
  ((words[at]! | words[at + 1]! | words[at + 2]! | words[at + 3]!) & MARKS) !== 0;
