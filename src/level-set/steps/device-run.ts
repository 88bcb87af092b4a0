import type { Executor } from '../../compute/executor.js';
import { Recording } from '../../compute/recording.js';
import { throwIfAborted } from '../../core/errors.js';
import { Status } from '../kernels/shared/layout.js';
import type { LevelSetProblem } from '../problem.js';
import { leaveBuffers, makeBuffers } from './device-buffers.js';
import { DeviceSteps, sharesOf } from './device-steps.js';
import { Pace } from './pace.js';
import type { Snapshot } from './snapshot.js';
import type { Tiling } from './tiles.js';
import { fromTiles, sliceFromTiles } from './tiles.js';

/** Options of a run on a device; they do not influence the masks. */
export interface DeviceRunOptions {
  /** Outer iterations per submit; chosen by the time that they take when not given. */
  readonly batch?: number;
  /** Workgroups that share a list; chosen for the backend when not given. */
  readonly groups?: number;
}

/** Runs any form as recordings of kernels, on either backend; yields after each submit. */
export async function* evolveOnDevice(
  executor: Executor,
  problem: LevelSetProblem,
  signal?: AbortSignal,
  options: DeviceRunOptions = {},
): AsyncGenerator<Snapshot, void, undefined> {
  throwIfAborted(signal);
  const { buffers, tiling } = await makeBuffers(executor, problem);
  try {
    const steps = new DeviceSteps(problem, buffers, tiling, options.groups ?? sharesOf(tiling, executor.backend));
    await executor.submit(steps.begin(), signal);
    const pace = new Pace(executor, tiling.count);
    const outer = steps.outer(new Recording());
    const recordings = new Map<number, Recording>();
    for (;;) {
      const batch = options.batch ?? pace.batch;
      if (!recordings.has(batch)) recordings.set(batch, recordBatch(steps, outer, batch));
      const began = performance.now();
      const state = snapshot(await executor.submit(recordings.get(batch)!, signal), tiling);
      if (options.batch === undefined) pace.took(performance.now() - began);
      if (state.over) {
        yield await last(executor, steps, tiling, state, signal);
        return;
      }
      yield state;
      throwIfAborted(signal);
    }
  } finally {
    leaveBuffers(executor, problem, buffers);
  }
}

/** Repeats the same commands, so that their pipelines and bind groups are looked up once. */
const recordBatch = (steps: DeviceSteps, outer: Recording, batch: number): Recording => {
  const recording = new Recording();
  for (let i = 0; i < batch; i++) recording.append(outer);
  return steps.read(recording);
};

const last = async (
  executor: Executor,
  steps: DeviceSteps,
  tiling: Tiling,
  state: Snapshot,
  signal: AbortSignal | undefined,
): Promise<Snapshot> => {
  const recording = steps.end(new Recording());
  if (recording.commands.length === 0) return state;
  return snapshot(await executor.submit(steps.read(recording), signal), tiling);
};

/** The bits of a state are converted to rows only when they are first read. */
const snapshot = (words: Uint32Array[], tiling: Tiling): Snapshot & { readonly over: boolean } => {
  const [status, mask, moments] = words;
  let bits: Snapshot['bits'] | undefined;
  return {
    outer: status![Status.outer]!,
    steps: status![Status.steps]!,
    stopped: status![Status.stopped] !== 0,
    settled: status![Status.settled] !== 0,
    changed: status![Status.changed]!,
    inside: status![Status.inside]!,
    over: status![Status.over] !== 0,
    get bits() {
      bits ??= fromTiles(tiling, mask!);
      return bits;
    },
    slice: (z) => sliceFromTiles(tiling, mask!, z),
    moments,
  };
};
