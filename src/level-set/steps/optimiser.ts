/** The loop for any form and backend; a form gives the same masks on all backends. */

import type { Executor } from '../../compute/executor.js';
import { throwIfAborted } from '../../core/errors.js';
import { TimeSlice } from '../../core/yielding.js';
import { BitForm } from '../bits/bit-form.js';
import { type Bits, rowWords } from '../bits/bits.js';
import type { LevelSetProblem } from '../problem.js';
import { evolveOnDevice } from './device-run.js';
import type { ScheduleProgress } from './schedule.js';
import type { Snapshot } from './snapshot.js';

/** Milliseconds of work after which a long outer iteration reports its progress. */
const FRAME = 40;

/**
 * Yields the state after each outer iteration or so; the last one yielded is the result, also where the caller leaves early.
 * Rejects with `AbortError` once the signal is aborted, `device-lost` or `out-of-memory`.
 */
export const evolve = (
  executor: Executor,
  problem: LevelSetProblem,
  signal?: AbortSignal,
): AsyncGenerator<Snapshot, void, undefined> => {
  const onBits = executor.backend === 'cpu' && problem.form === 'sequential';
  return onBits ? evolveBits(problem, signal) : evolveOnDevice(executor, problem, signal);
};

async function* evolveBits(
  { field, mask, speed, schedule }: LevelSetProblem,
  signal?: AbortSignal,
): AsyncGenerator<Snapshot, void, undefined> {
  const form = new BitForm(field, mask, speed, schedule);
  const run = form.run();
  const words = rowWords(field.grid) * field.grid.height;
  const slice = (z: number): Bits => form.bits.subarray(z * words, (z + 1) * words);
  const snapshot = (progress: ScheduleProgress): Snapshot => ({
    ...progress,
    bits: form.bits,
    slice,
    moments: form.moments,
  });
  let outer = 0;
  const pace = new TimeSlice();
  let shown = performance.now();
  for (;;) {
    const { done, value } = run.next();
    if (pace.spent) await pace.renew(signal);
    if (!done && value.outer === outer && performance.now() - shown < FRAME) continue;
    outer = value.outer;
    yield snapshot(value);
    if (done) return;
    throwIfAborted(signal);
    shown = performance.now();
  }
}
