/**
 * The tests of `gpu-faults.test.ts` at more calls, and calls of a real device that fail in runs without the snake, whose kernels take a
 * software adapter long to compile: its share is in `gpu-runs.ts`.
 */
import { test } from 'node:test';
import { DeviceTrials } from '../support/devices/device-faults.js';
import { nodeGpu } from '../support/devices/gpu.js';
import { tryFaults } from '../support/devices/try-faults.js';
import './gpu-faults.test.js';

/** Calls of each fault that are tried of a run. */
const SAMPLED = 4;

test('one call of a real device that fails leaves the contour as it would have come, or a coded error, and nothing behind', async (t) => {
  const gpu = await nodeGpu(t);
  if (!gpu) return;
  const trials = await DeviceTrials.on(gpu);
  t.after(() => trials.stop());
  await tryFaults(t, trials, ['level-set', 'linear-features'], SAMPLED);
});
