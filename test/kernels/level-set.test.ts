import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import type { LevelSetProblem } from '../../src/level-set/problem.js';
import { forms } from '../../src/level-set/schema.js';
import { sharedGpu } from '../support/devices/gpu.js';
import { assertSameBits } from '../support/kernels/kernel-trial.js';
import { randomCase } from '../support/level-set/cases.js';
import { statesOf } from '../support/level-set/states.js';
import { kernelTrials, randomProblem } from '../support/level-set/trials.js';
import { cases, once } from '../support/long.js';
import { Random } from '../support/random.js';

once('every kernel of the level set leaves the words that its CPU kernel leaves', async (t) => {
  const gpu = await sharedGpu(t);
  if (!gpu) return;
  const random = new Random(21);
  for (let k = 0; k < 14; k++) {
    const problem = randomProblem(random, k % 2 === 1);
    for (const trial of await kernelTrials(random, problem)) {
      await t.test(`case ${k}, ${trial.kernel.name}`, async () => void (await assertSameBits(gpu, trial)));
    }
  }
});

test('whole runs end alike on both backends, in every form', async (t) => {
  const gpu = await sharedGpu(t);
  if (!gpu) return;
  const cpu = new CpuExecutor();
  const random = new Random(22);
  for (let k = 0; k < cases(forms.length, 9); k++) {
    const its = randomCase(random, k % 2 === 1);
    // A software adapter compiles cycle two for two seconds with each number of iterations: 2 at most.
    const smoothingIterations = Math.min(2, its.schedule.smoothingIterations);
    const filterSize = k % 3 === 0 ? 11 : 3;
    const schedule = { ...its.schedule, smoothingIterations, filterSize, outerIterations: 3 };
    const problem: LevelSetProblem = { ...its, schedule, form: forms[k % 3]! };
    await t.test(`case ${k}, ${problem.form}, ${problem.speed.kind}`, async () => {
      const wanted = await statesOf(cpu, problem);
      assert.deepEqual(await statesOf(gpu, problem), wanted);
      assert.equal(gpu.stats().buffers, 0);
    });
  }
});
