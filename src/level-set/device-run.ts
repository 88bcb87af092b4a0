import { SegmenterError } from '../worker/errors.js';
import type { Executor } from '../worker/executor.js';
import type { Snapshot } from './optimiser.js';
import type { Problem } from './problem.js';

/** Runs a form as recordings of kernels. */
export async function* evolveOnDevice(
  _executor: Executor,
  { form }: Problem,
  _signal?: AbortSignal,
): AsyncGenerator<Snapshot, void, undefined> {
  yield* [];
  throw new SegmenterError('unsupported', { what: `The form ${form}`, reason: 'its kernels are not there yet' });
}
