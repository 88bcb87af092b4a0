/**
 * One call of a device fails, in every way that it can. On a played device, which compiles nothing, a share of the calls of every
 * algorithm, and on a real one a few of those without the snake, whose kernels take a software adapter a minute to compile: its share
 * is in `gpu-runs.ts`. `npm run fuzz -- --devices` tries every call, also in Chromium.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { allTasks, DeviceTrials, moreTasks, spread, type Task } from '../support/devices/device-faults.js';
import { nodeGpu } from '../support/devices/gpu.js';
import { playedDevice } from '../support/devices/played-device.js';

/** Calls of each fault that are tried of a run, on a real device and on the played one. */
const SAMPLED = 4;
const PLAYED = 5;

const tryAll = async (t: TestContext, trials: DeviceTrials, tasks: readonly Task[], share: number): Promise<void> => {
  const broken: string[] = [];
  for (const task of tasks) {
    const { outcomes, broke, calls } = await trials.run(task, spread(share));
    assert.ok(outcomes.length >= 5 * share, `${outcomes.length} faults`);
    broken.push(...broke);
    t.diagnostic(`${task}: ${outcomes.length} faults of ${calls} calls`);
  }
  assert.deepEqual(broken, []);
};

test('one call of a played device that fails leaves the contours as they would have come, or a coded error, and nothing behind', async (t) => {
  await tryAll(t, DeviceTrials.played(await playedDevice()), [...allTasks, ...moreTasks], PLAYED);
});

test('one call of a real device that fails leaves the contour as it would have come, or a coded error, and nothing behind', async (t) => {
  const gpu = await nodeGpu(t);
  if (!gpu) return;
  const trials = await DeviceTrials.on(gpu);
  t.after(() => trials.stop());
  await tryAll(t, trials, ['level-set', 'linear-features'], SAMPLED);
});
