/** The shared functions of the shaders against whole numbers of any size. The browser runs the same trials. */
import { test } from 'node:test';
import { testGpu } from '../support/devices/gpu.js';
import { assertSameBits } from '../support/kernels/kernel-trial.js';
import { arithmeticTrial, crossingTrial, logarithmTrial } from '../support/kernels/shared-trials.js';

const trials = {
  'sums, differences, products and comparisons of 32, 64 and 128 bits': arithmeticTrial(1, 60_000),
  'the logarithm in 44 fraction bits': logarithmTrial(2, 40_000),
  'where an edge crosses a row': crossingTrial(3, 200_000),
};

for (const [name, trial] of Object.entries(trials)) {
  test(name, async (t) => {
    const gpu = await testGpu(t);
    if (gpu) await assertSameBits(gpu, trial);
  });
}
