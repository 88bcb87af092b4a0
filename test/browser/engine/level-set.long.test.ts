/** The level set's kernels and runs in the browser's own WebGPU, against their CPU kernels. */
import { expect } from '@open-wc/testing';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import { openDevice } from '../../../src/compute/device.js';
import { GpuExecutor } from '../../../src/compute/gpu-executor.js';
import type { LevelSetProblem } from '../../../src/level-set/problem.js';
import { forms } from '../../../src/level-set/schema.js';
import { assertSameBits } from '../../support/kernels/kernel-trial.js';
import { randomCase } from '../../support/level-set/cases.js';
import { statesOf } from '../../support/level-set/states.js';
import { kernelTrials, randomProblem } from '../../support/level-set/trials.js';
import { Random } from '../../support/random.js';

describe('the level set on WebGPU', () => {
  let gpu: GpuExecutor;
  before(async () => {
    gpu = new GpuExecutor(await openDevice());
  });
  after(() => gpu.dispose());

  it('leaves the words that the CPU kernels leave', async () => {
    const random = new Random(23);
    for (let k = 0; k < 2; k++) {
      for (const trial of await kernelTrials(random, randomProblem(random, k === 1))) await assertSameBits(gpu, trial);
    }
  });

  it('runs every form as the CPU does', async () => {
    const random = new Random(24);
    for (const [k, form] of forms.entries()) {
      const its = randomCase(random, k === 1);
      const schedule = { ...its.schedule, filterSize: 3, outerIterations: 2 };
      const problem: LevelSetProblem = { ...its, schedule, form };
      expect(await statesOf(gpu, problem)).to.deep.equal(await statesOf(new CpuExecutor(), problem));
    }
  });
});
