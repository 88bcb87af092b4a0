/** The loop, whatever the form and the backend: every form gives the same masks on each of them. */

import { throwIfAborted } from '../worker/errors.js';
import type { Executor } from '../worker/executor.js';
import { pause } from '../worker/pause.js';
import { BitForm } from './bit-form.js';
import type { Bits } from './bits.js';
import { evolveOnDevice } from './device-run.js';
import type { Moments } from './moments.js';
import type { Problem } from './problem.js';
import type { Progress } from './schedule.js';

/** A state of a run, valid until the run goes on. */
export interface Snapshot extends Progress {
  /** The inside, row by row. */
  readonly bits: Bits;
  /** Moments of the two regions, where the speed follows them. */
  readonly moments: Moments | undefined;
}

/** Milliseconds of work between two looks at the message loop. */
const SLICE = 12;
/** Milliseconds of work after which a long outer iteration shows how far it is. */
const FRAME = 40;

/**
 * Yields the state after each outer iteration or so; the last one yielded is the result, also where the caller leaves early.
 * Rejects with `AbortError` once the signal is aborted, `device-lost` or `out-of-memory`.
 */
export function evolve(
  executor: Executor,
  problem: Problem,
  signal?: AbortSignal,
): AsyncGenerator<Snapshot, void, undefined> {
  const onBits = executor.backend === 'cpu' && problem.form === 'sequential';
  return onBits ? evolveBits(problem, signal) : evolveOnDevice(executor, problem, signal);
}

async function* evolveBits(
  { field, mask, speed, schedule }: Problem,
  signal?: AbortSignal,
): AsyncGenerator<Snapshot, void, undefined> {
  const form = new BitForm(field, mask, speed, schedule);
  const run = form.run();
  const snapshot = (progress: Progress): Snapshot => ({ ...progress, bits: form.bits, moments: form.moments });
  let outer = 0;
  let [breathed, shown] = [performance.now(), performance.now()];
  for (;;) {
    const { done, value } = run.next();
    if (performance.now() - breathed > SLICE) {
      await pause();
      throwIfAborted(signal);
      breathed = performance.now();
    }
    if (!done && value.outer === outer && performance.now() - shown < FRAME) continue;
    outer = value.outer;
    yield snapshot(value);
    if (done) return;
    throwIfAborted(signal);
    breathed = shown = performance.now();
  }
}
