/** What a run says of itself: its criterion, why it ended, and the range that it went by. */
import { criterion } from './criterion.js';
import type { Snapshot } from './optimiser.js';
import type { Problem } from './problem.js';
import { isOver } from './schedule.js';
import type { Speed } from './speed.js';

/** Of the criterion where the speed is statistical, else the cells that the last outer iteration changed. */
export const shownCriterion = ({ moments, changed }: Snapshot, { speed, field }: Problem): number =>
  speed.kind === 'range' || !moments ? changed : criterion(speed.kind, moments, field.planes.length);

const reason = (final: Snapshot, { schedule }: Problem): string => {
  if (final.stopped) return 'stop condition';
  if (final.settled) return 'settled';
  return isOver(final, schedule) ? 'most iterations' : 'cancelled';
};

/** Both bounds of each band, outside, in codes. */
const rangeUsed = (speed: Speed): Record<string, string> =>
  speed.kind === 'range'
    ? { 'range used': JSON.stringify(speed.lower.flatMap((low, band) => [low, speed.upper[band]!])) }
    : {};

export const metadataOf = (final: Snapshot, problem: Problem): Record<string, string> => ({
  'stopped because': reason(final, problem),
  ...rangeUsed(problem.speed),
});
