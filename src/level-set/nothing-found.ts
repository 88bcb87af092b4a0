/** Why a run ends without a contour. */
import type { Init } from '../worker/algorithm.js';
import { SegmenterError, show } from '../worker/errors.js';
import type { Part } from './trace.js';

/** Pixels of the largest; 0 where there are none. */
export const largestOf = (parts: readonly Part[]): number => parts.reduce((most, { area }) => Math.max(most, area), 0);

/** @param largest Pixels of the largest part before small ones were left out. */
export const nothingFound = (init: Init, minimumArea: number, largest: number): SegmenterError =>
  largest > 0
    ? new SegmenterError('bad-parameter', {
        name: 'minimumArea',
        value: show(minimumArea),
        wanted: `at most ${largest}, the pixels of the largest part that was found`,
      })
    : new SegmenterError('bad-init', {
        init: show(init),
        reason:
          'the front vanished: nothing round it looks like the inside; draw the start on the object, or choose another speed',
      });
