import { SegmenterError, show } from '../core/errors.js';
import { because } from '../core/reasons.js';

/** A slice of `depth` slices, 0 the first. Throws `bad-parameter`. */
export const checkSlice = (slice: unknown, depth: number): number => {
  if (typeof slice === 'number' && Number.isInteger(slice) && slice >= 0 && slice < depth) return slice;
  const wanted =
    depth === 1
      ? because('one-slice')`it must be 0: the image has one slice`
      : because('slice-range')`it must be an integer from 0 to ${depth - 1}`;
  throw new SegmenterError('bad-parameter', { name: 'slice', value: show(slice), wanted });
};
