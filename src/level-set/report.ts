/** A run's report: its criterion, why it ended, the range used, and why it found nothing. */

import type { Init } from '../algorithm/algorithm.js';
import { SegmenterError, show } from '../core/errors.js';
import type { Part } from '../core/geometry/trace.js';
import { because } from '../core/reasons.js';
import { dataPlanes } from './bits/grid.js';
import type { Posed } from './problem.js';
import { criterion } from './speed/criterion.js';
import type { Speed } from './speed/speed.js';
import { isOver } from './steps/schedule.js';
import type { Snapshot } from './steps/snapshot.js';

/** Value of the criterion where the speed is statistical, else the cells that the last outer iteration changed. */
export const shownCriterion = ({ moments, changed }: Snapshot, { speed, field }: Posed): number =>
  speed.kind === 'range' || !moments ? changed : criterion(speed.kind, moments, dataPlanes(field), field.planes.length);

const reason = (final: Snapshot, { schedule }: Posed): string => {
  if (final.stopped) return 'stop condition';
  if (final.settled) return 'settled';
  return isOver(final, schedule) ? 'most iterations' : 'cancelled';
};

/** Both exclusive bounds of each band, in codes. */
const rangeUsed = (speed: Speed): Record<string, string> =>
  speed.kind === 'range'
    ? { 'range used': JSON.stringify(speed.lower.flatMap((low, band) => [low, speed.upper[band]!])) }
    : {};

/** The metadata of a run: why it stopped, and the range used. */
export const metadataOf = (final: Snapshot, problem: Posed): Record<string, string> => ({
  'stopped because': reason(final, problem),
  ...rangeUsed(problem.speed),
});

/** Pixels of the largest; 0 where there are none. */
export const largestOf = (parts: readonly Part[]): number => parts.reduce((most, { area }) => Math.max(most, area), 0);

/** @param largest Pixels of the largest part before small ones were left out. */
export const nothingFound = (init: Init, minimumArea: number, largest: number): SegmenterError =>
  largest > 0
    ? new SegmenterError('bad-parameter', {
        name: 'minimumArea',
        value: show(minimumArea),
        wanted: because('at-most-part')`at most ${largest}, the pixels of the largest part that was found`,
      })
    : new SegmenterError('bad-init', {
        init: show(init),
        reason: because(
          'front-vanished',
        )`the front vanished: nothing round it looks like the inside; draw the start on the object, or choose another speed`,
      });
