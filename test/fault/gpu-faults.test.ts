/**
 * One call of a device fails, in every way that it can: a share of the calls of every algorithm, on a played device, which compiles
 * nothing. The long tests try more of them, and calls of a real one. `npm run fuzz -- --devices` tries every call, also in Chromium.
 */
import { test } from 'node:test';
import { allTasks, DeviceTrials, moreTasks } from '../support/devices/device-faults.js';
import { playedDevice } from '../support/devices/played-device.js';
import { tryFaults } from '../support/devices/try-faults.js';
import { cases } from '../support/long.js';

/** Calls of each fault that are tried of a run. */
const PLAYED = cases(2, 5);

test('one call of a played device that fails leaves the contours as they would have come, or a coded error, and nothing behind', async (t) => {
  await tryFaults(t, DeviceTrials.played(await playedDevice()), [...allTasks, ...moreTasks], PLAYED);
});
