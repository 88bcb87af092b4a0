/** One call of the browser's own WebGPU device fails, in every way that it can: the same runs as in Node. */
import { expect } from '@open-wc/testing';
import { allTasks, DeviceTrials, spread } from '../../support/devices/device-faults.js';

describe('a call of the device that fails, in the browser', () => {
  let trials: DeviceTrials;
  before(async () => {
    trials = await DeviceTrials.on(navigator.gpu);
  });
  after(() => trials.stop());

  // The snake's kernels take a software adapter a minute to compile.
  for (const task of allTasks.filter((each) => each !== 'snake'))
    it(`leaves the contour of ${task} as it would have come, or a coded error, and nothing behind`, async () => {
      const { broke, outcomes } = await trials.run(task, spread(1));
      expect(broke).to.deep.equal([]);
      expect(outcomes).to.have.length(6);
    }).timeout(300_000);
});
