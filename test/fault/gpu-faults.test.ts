/**
 * One call of a real device fails, in every way that it can. `GPU_FAULTS=all`, or names of algorithms, tries every call, and with
 * `GPU_FAULTS_OF=12` twelve calls of each fault; else a few are, without the snake, whose kernels take a software adapter a minute
 * to compile: its share is in `gpu-runs.ts`.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allTasks, DeviceTrials, spread } from '../support/devices/device-faults.js';
import { nodeGpu } from '../support/devices/gpu.js';

const { GPU_FAULTS, GPU_FAULTS_OF } = process.env;
const whole = GPU_FAULTS !== undefined;
/** Calls of each fault that are tried of a run. */
const SAMPLED = 4;
const some = whole && GPU_FAULTS_OF === undefined ? undefined : spread(Number(GPU_FAULTS_OF ?? SAMPLED));

test('one call that fails leaves the contour as it would have come, or a coded error, and nothing behind', {
  timeout: 20_000_000,
}, async (t) => {
  const gpu = await nodeGpu(t);
  if (!gpu) return;
  const trials = await DeviceTrials.on(gpu);
  t.after(() => trials.stop());
  const wanted = GPU_FAULTS === 'all' ? allTasks : (GPU_FAULTS?.split(',') ?? ['level-set', 'linear-features']);
  const broken: string[] = [];
  for (const task of allTasks.filter((each) => wanted.includes(each))) {
    const note = (said: string): void => void (whole && console.log(said));
    const { told, broke, tried } = await trials.run(task, some, note);
    assert.ok(tried >= 5 * SAMPLED, `${tried} faults`);
    broken.push(...broke);
    for (const [outcome, times] of [...told].sort()) t.diagnostic(`${outcome}: ${times}`);
  }
  assert.deepEqual(broken, []);
});
