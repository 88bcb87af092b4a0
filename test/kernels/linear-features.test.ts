/** The line kernels: their CPU kernels against the definition, the shaders against their CPU kernels. */
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import { sharedGpu } from '../support/devices/gpu.js';
import { assertSameBits, assertSameWords } from '../support/kernels/kernel-trial.js';
import { edgeTrial } from '../support/linear-features/edges.js';
import { cropped, lineImages } from '../support/linear-features/images.js';
import { steps } from '../support/linear-features/oracle.js';
import { partTrials, randomRect } from '../support/linear-features/parts.js';
import { groundOf, leftOf, thinningTrials } from '../support/linear-features/thinning.js';
import { maximaOptions, moderate, otherTrials, runSteps, shaderOptions } from '../support/linear-features/trials.js';
import { cases, once } from '../support/long.js';
import { Random } from '../support/random.js';

once('the four steps and the combined kernels are what the definition says, ties and plateaus included', async () => {
  const cpu = new CpuExecutor();
  let found = 0;
  for (const image of lineImages(1)) {
    for (const options of maximaOptions) {
      const what = `${image.name}, ${JSON.stringify(options)}`;
      const wanted = steps(image, options);
      const { marks, combined, ...separate } = await runSteps(cpu, image, options);
      const { passing, ...defined } = wanted;
      assertSameWords(what, separate, defined);
      assertSameWords(what, { combined }, { combined: wanted.lines });
      marks.forEach((mark, i) => {
        equal(mark & 0xffff, wanted.accepted[i], what);
        equal(mark >>> 16, passing[i], what);
      });
      for (const word of wanted.lines) found |= (word & 0xffff ? 1 : 0) | (word >>> 16 ? 2 : 0);
    }
  }
  equal(found, 3, 'the images have accepted primaries and accepted secondaries');
});

test('the shaders of the steps leave the bits of their CPU kernels', async (t) => {
  const gpu = await sharedGpu(t);
  if (!gpu) return;
  const cpu = new CpuExecutor();
  const chosen = ['noise of 8 bits', 'ties of three values', 'holes'];
  const images = lineImages(2)
    .filter(({ name }) => chosen.includes(name))
    .map((image) => cropped(image, 39, 35));
  const windows = cases([moderate], shaderOptions);
  for (const [i, image] of images.entries()) {
    const options = windows[i % windows.length]!;
    assertSameWords(image.name, await runSteps(gpu, image, options), await runSteps(cpu, image, options));
  }
});

once('the shaders of smoothing, scales and strength leave the bits of their CPU kernels', async (t) => {
  const gpu = await sharedGpu(t);
  if (!gpu) return;
  const images = lineImages(3).filter(({ name }) => ['noise of 16 bits', 'lines', 'holes', 'one row'].includes(name));
  // A strip of fifteen orientations that widen, and one of fourteen that do not: each is compiled for seconds.
  for (const [i, image] of images.entries()) {
    for (const trial of otherTrials(image, [19, 14][i % 2]!)) await assertSameBits(gpu, trial);
  }
});

once('the shader of edges leaves the bits of its CPU kernel', async (t) => {
  const gpu = await sharedGpu(t);
  if (!gpu) return;
  for (const [seed, width, height, reach] of [
    [1, 40, 30, 7],
    [2, 1, 20, 40],
  ] as const) {
    await assertSameBits(gpu, edgeTrial(new Random(seed), width, height, reach));
  }
});

once('the shaders that look into a response leave the bits of their CPU kernels', async (t) => {
  const gpu = await sharedGpu(t);
  if (!gpu) return;
  for (const [seed, width, height, bits] of [
    [1, 150, 90, 8],
    [2, 67, 131, 16],
    [3, 1, 30, 8],
    [4, 33, 1, 16],
  ] as const) {
    for (const trial of partTrials(new Random(seed), width, height, bits)) await assertSameBits(gpu, trial);
  }
});

once('the shaders that thin lines leave the bits of their CPU kernels, step by step and in the end', async (t) => {
  const gpu = await sharedGpu(t);
  if (!gpu) return;
  const random = new Random(5);
  for (const [size, ground, most] of [
    [[70, 41], 'noise', 2 ** 26 - 1],
    [[1, 35], 'noise', 3],
    [[66, 66], 'slope', 40],
  ] as const) {
    const response = groundOf(random, size, most, 3, ground);
    const rect = randomRect(random, response);
    for (const trial of thinningTrials(random, response, rect)) await assertSameBits(gpu, trial);
    const whole = { x: 0, y: 0, width: size[0], height: size[1] };
    const thresholds = { low: 2, high: Math.min(most, 30) };
    const left = await leftOf(gpu, response, whole, thresholds, true);
    deepEqual(left, await leftOf(new CpuExecutor(), response, whole, thresholds, false));
  }
});
