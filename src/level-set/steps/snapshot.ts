import type { Bits } from '../bits/bits.js';
import type { MomentWords } from '../speed/moments.js';
import type { ScheduleProgress } from './schedule.js';

/** A state of a run, valid until the run continues. */
export interface Snapshot extends ScheduleProgress {
  /** The inside, row by row. */
  readonly bits: Bits;
  /** The rows of one slice of them. */
  slice(z: number): Bits;
  /** Moments of the two regions, where the speed depends on them. */
  readonly moments: MomentWords | undefined;
}
