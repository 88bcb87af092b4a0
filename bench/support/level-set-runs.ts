/** Timed runs of the level set's forms. */

import type { Executor } from '../../src/compute/executor.js';
import { Recording } from '../../src/compute/recording.js';
import { BitForm } from '../../src/level-set/bits/bit-form.js';
import { unpackBits } from '../../src/level-set/bits/bits.js';
import { STATUS_WORDS, Status } from '../../src/level-set/kernels/shared/layout.js';
import type { LevelSetProblem } from '../../src/level-set/problem.js';
import { makeBuffers } from '../../src/level-set/steps/device-buffers.js';
import { DeviceSteps, sharesOf } from '../../src/level-set/steps/device-steps.js';
import { fromTiles } from '../../src/level-set/steps/tiles.js';
import { finish } from '../../test/support/finish.js';
import { ListForm } from '../../test/support/reference/level-set-lists.js';

export interface Timed {
  readonly mask: Uint8Array;
  readonly outer: number;
  readonly steps: number;
  readonly end: 'stopped' | 'settled' | 'limit';
  /** Milliseconds of the run once its data are in place: wall clock, and of this process. */
  readonly wall: number;
  readonly cpu: number;
  /** Milliseconds to put the data in place. */
  readonly upload: number;
  /** Of a run with kernels, summed over the launches of cycle one: tiles that the front crossed, and tiles run. */
  readonly frontTiles?: number;
  readonly activeTiles?: number;
}

const clock = () => {
  const began = performance.now();
  const { user, system } = process.cpuUsage();
  return () => {
    const now = process.cpuUsage();
    return { wall: performance.now() - began, cpu: (now.user + now.system - user - system) / 1000 };
  };
};

const endOf = ({ stopped, settled }: { stopped: boolean; settled: boolean }): Timed['end'] =>
  stopped ? 'stopped' : settled ? 'settled' : 'limit';

/** The sequential algorithm with its lists, or with bits, on this thread. */
export const runHere = ({ field, mask, speed, schedule }: LevelSetProblem, form: 'lists' | 'bits'): Timed => {
  const setUp = clock();
  const its = form === 'lists' ? new ListForm(field, mask, speed, schedule) : new BitForm(field, mask, speed, schedule);
  const upload = setUp().wall;
  const run = clock();
  const end = finish(its.run());
  return { mask: its.mask(), outer: end.outer, steps: end.steps, end: endOf(end), ...run(), upload };
};

/** Any form with kernels; the loop is on the device, and each submit reads its status only. */
export const runKernels = async (executor: Executor, problem: LevelSetProblem, batch: number): Promise<Timed> => {
  const setUp = clock();
  const { buffers, tiling } = await makeBuffers(executor, problem);
  const steps = new DeviceSteps(problem, buffers, tiling, sharesOf(tiling, executor.backend));
  const outers = new Recording();
  for (let k = 0; k < batch; k++) steps.outer(outers);
  outers.read(buffers.status, STATUS_WORDS);
  const upload = setUp().wall;
  const run = clock();
  try {
    await executor.submit(steps.begin());
    let [status] = await executor.submit(outers);
    while (status![Status.over] === 0) [status] = await executor.submit(outers);
    const last = steps.end(new Recording()).read(buffers.mask);
    const [tiles] = await executor.submit(last);
    const times = run();
    const at = (k: number): number => status![k]!;
    return {
      mask: unpackBits(tiling.grid, fromTiles(tiling, tiles!)),
      outer: at(Status.outer),
      steps: at(Status.steps),
      end: endOf({ stopped: at(Status.stopped) !== 0, settled: at(Status.settled) !== 0 }),
      ...times,
      upload,
      frontTiles: at(Status.front),
      activeTiles: at(Status.active),
    };
  } finally {
    for (const buffer of Object.values(buffers)) buffer.destroy();
  }
};

/** The run of middle wall time. */
export const median = (runs: readonly Timed[]): Timed =>
  [...runs].sort((a, b) => a.wall - b.wall)[Math.floor((runs.length - 1) / 2)]!;
