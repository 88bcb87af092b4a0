/**
 * One call of a device fails, in every way that it can. On a played device, which compiles nothing, a share of the calls of every
 * algorithm, and on a real one a few of those without the snake, whose kernels take a software adapter a minute to compile: its share
 * is in `gpu-runs.ts`. `GPU_FAULTS=all`, or names of tasks, tries every call on a real device, with `GPU_FAULTS_OF=12` twelve of each
 * fault, and with `GPU_FAULTS_ON=played` on the played one.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { allTasks, DeviceTrials, moreTasks, spread, type Task } from '../support/devices/device-faults.js';
import { nodeGpu } from '../support/devices/gpu.js';
import { playedDevice } from '../support/devices/played-device.js';

const { GPU_FAULTS, GPU_FAULTS_OF, GPU_FAULTS_ON } = process.env;
const whole = GPU_FAULTS !== undefined;
/** Calls of each fault that are tried of a run, on a real device and on the played one. */
const SAMPLED = 4;
const PLAYED = 5;
const every: readonly Task[] = [...allTasks, ...moreTasks];
const asked = GPU_FAULTS === 'all' ? every : every.filter((task) => GPU_FAULTS?.split(',').includes(task));

const tryAll = async (t: TestContext, trials: DeviceTrials, tasks: readonly Task[], share: number): Promise<void> => {
  const some = whole && GPU_FAULTS_OF === undefined ? undefined : spread(Number(GPU_FAULTS_OF ?? share));
  const broken: string[] = [];
  for (const task of tasks) {
    const note = (said: string): void => void (whole && console.log(said));
    const { told, broke, tried, calls } = await trials.run(task, some, note);
    assert.ok(tried >= 5 * Number(GPU_FAULTS_OF ?? share), `${tried} faults`);
    broken.push(...broke);
    t.diagnostic(`${task}: ${tried} faults of ${calls} calls`);
    for (const [outcome, times] of [...told].sort()) t.diagnostic(`${outcome}: ${times}`);
  }
  assert.deepEqual(broken, []);
};

// A run by hand waits so long for a call that never ends that a busy machine is not taken for one.
test('one call of a played device that fails leaves the contours as they would have come, or a coded error, and nothing behind', {
  timeout: 20_000_000,
  skip: whole && GPU_FAULTS_ON !== 'played',
}, async (t) => {
  await tryAll(t, DeviceTrials.played(await playedDevice(), whole ? 3000 : undefined), whole ? asked : every, PLAYED);
});

test('one call of a real device that fails leaves the contour as it would have come, or a coded error, and nothing behind', {
  timeout: 20_000_000,
  skip: whole && GPU_FAULTS_ON === 'played',
}, async (t) => {
  const gpu = await nodeGpu(t);
  if (!gpu) return;
  // A software adapter takes seconds for a submit of the snake.
  const trials = await DeviceTrials.on(gpu, undefined, whole ? 20_000 : undefined);
  t.after(() => trials.stop());
  await tryAll(t, trials, whole ? asked : ['level-set', 'linear-features'], SAMPLED);
});
