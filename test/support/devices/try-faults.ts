/** Faults of single calls of a device, tried in a test. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type DeviceTrials, spread, type Task } from './device-faults.js';

/** Of each task `share` calls of each fault, spread over the run. */
export const tryFaults = async (
  t: TestContext,
  trials: DeviceTrials,
  tasks: readonly Task[],
  share: number,
): Promise<void> => {
  const broken: string[] = [];
  for (const task of tasks) {
    const { outcomes, broke, calls } = await trials.run(task, spread(share));
    assert.ok(outcomes.length >= 5 * share, `${outcomes.length} faults`);
    broken.push(...broke);
    t.diagnostic(`${task}: ${outcomes.length} faults of ${calls} calls`);
  }
  assert.deepEqual(broken, []);
};
