/** The SIMD forms of the CPU kernels leave the words of the plain ones, over images larger and smaller than their blocks. */
import { equal, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import type { Kernel } from '../../src/compute/recording.js';
import { addCoarser, addCoarserPlain } from '../../src/linear-features/kernels/add_coarser.js';
import { combinedMaxima, combinedMaximaPlain } from '../../src/linear-features/kernels/combined_maxima.js';
import { combinedSearch, combinedSearchPlain } from '../../src/linear-features/kernels/combined_search.js';
import { halveSamples, halveSamplesPlain } from '../../src/linear-features/kernels/halve_samples.js';
import { lineResponse, lineResponsePlain } from '../../src/linear-features/kernels/line_response.js';
import { maximaConstants, maximaWindow } from '../../src/linear-features/kernels/shared/window.js';
import { instantiate, simd } from '../../src/linear-features/kernels/simd/instance.js';
import { smoothSamples, smoothSamplesPlain } from '../../src/linear-features/kernels/smooth_samples.js';
import { assertSameWords, runTrial, type Trial } from '../support/kernels/kernel-trial.js';
import { edgesByDefinition, edgeTrial } from '../support/linear-features/edges.js';
import { type LineImage, lineImages, wordsOf } from '../support/linear-features/images.js';
import { otherTrials, tilesOf } from '../support/linear-features/trials.js';
import { cases, once } from '../support/long.js';
import { Random } from '../support/random.js';

const plain = new Map<Kernel, Kernel['cpu']>([
  [smoothSamples, smoothSamplesPlain],
  [halveSamples, halveSamplesPlain],
  [combinedMaxima, combinedMaximaPlain],
  [combinedSearch, combinedSearchPlain],
  [lineResponse, lineResponsePlain],
  [addCoarser, addCoarserPlain],
]);

/** Noise over a slope, lines, and holes in some of its parts; as wide and high as two blocks. */
const picture = (seed: number, width: number, height: number, bits: 8 | 16, holes: number): LineImage => {
  const random = new Random(seed);
  const most = 2 ** bits - 1;
  const noise = random.between(0, most >> 2);
  const samples = bits === 8 ? new Uint8Array(width * height) : new Uint16Array(width * height);
  const [left, top] = [random.between(0, width), random.between(0, height)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const line = (x + 3 * y) % 41 < 3 ? most >> 2 : 0;
      const value = 1 + Math.floor((most * x) / (4 * width)) + line + random.between(0, noise);
      const hole = x >= left && y >= top && random.between(1, 100) <= holes;
      samples[y * width + x] = hole ? 0 : value;
    }
  }
  return { name: `picture ${seed}`, width, height, bits, samples };
};

const compare = async (trial: Trial): Promise<Record<string, Uint32Array>> => {
  const cpu = new CpuExecutor();
  const found = await runTrial(cpu, trial);
  const plainKernel = plain.get(trial.kernel)!;
  assertSameWords(
    trial.kernel.name,
    found,
    await runTrial(cpu, { ...trial, kernel: { ...trial.kernel, cpu: plainKernel } }),
  );
  return found;
};

const compareMaxima = async (image: LineImage, random: Random, threshold: number): Promise<Uint32Array> => {
  const primary = random.between(1, 15);
  const options = {
    orientations: random.between(1, 16),
    primary,
    secondary: random.between(1, primary),
    threshold,
    ratio: random.between(0, 64) / 64,
  };
  const words = { window: maximaWindow(image, options), samples: wordsOf(image) };
  const pixels = image.width * image.height;
  const shared = { groups: tilesOf(image), constants: maximaConstants(options) };
  const { marks } = await compare({ kernel: combinedMaxima, words: { ...words, marks: pixels }, ...shared });
  const given = { ...words, marks: marks!, lines: pixels };
  return (await compare({ kernel: combinedSearch, words: given, ...shared })).lines!;
};

once('there is SIMD here, and the plain CPU kernels take its place where it is refused', () => {
  ok(simd());
  equal(
    instantiate(() => {
      throw new WebAssembly.CompileError('forbidden');
    }),
    undefined,
  );
});

once('the module is what its sources compile to', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/assembly.mjs', '--check'], { encoding: 'utf8' });
  equal(status, 0, stderr);
});

once(
  'SIMD forms and plain CPU kernels leave the same words: ties, plateaus, holes, single rows and pixels',
  async () => {
    let found = 0;
    for (const [i, image] of [...lineImages(21), ...lineImages(22)].entries()) {
      for (const trial of otherTrials(image, 30 + i)) await compare(trial);
      const lines = await compareMaxima(image, new Random(60 + i), i % 3);
      for (const word of lines) found |= (word & 0xffff ? 1 : 0) | (word >>> 16 ? 2 : 0);
    }
    equal(found, 3);
  },
);

test('SIMD forms and plain CPU kernels leave the same words: random parameters, more than a block', async () => {
  const parameters = fc.record({
    seed: fc.integer({ min: 1, max: 10_000 }),
    width: fc.integer({ min: 1, max: 1300 }),
    height: fc.integer({ min: 1, max: 140 }),
    bits: fc.constantFrom<8 | 16>(8, 16),
    holes: fc.constantFrom(0, 0, 1, 60),
    threshold: fc.constantFrom(0, 1, 9, 65535),
  });
  const property = fc.asyncProperty(parameters, async ({ seed, width, height, bits, holes, threshold }) => {
    const image = picture(seed, width, height, bits, holes);
    for (const trial of otherTrials(image, seed)) await compare(trial);
    await compareMaxima(image, new Random(seed), threshold);
  });
  await fc.assert(property, { numRuns: cases(8, 25), seed: 3 });
});

test('edges of lines are what the definition says, point by point: borders, single pixels, every reach', () => {
  const ints = (min: number, max: number) => fc.integer({ min, max });
  const shape = fc.record({ width: fc.oneof(ints(1, 3), ints(1, 400)), height: fc.oneof(ints(1, 3), ints(1, 200)) });
  const property = fc.asyncProperty(ints(1, 10_000), shape, ints(1, 128), async (seed, { width, height }, reach) => {
    const trial = edgeTrial(new Random(seed), width, height, reach);
    const { edges } = await runTrial(new CpuExecutor(), trial);
    assertSameWords('edges', { edges: edges! }, { edges: edgesByDefinition(trial) });
  });
  return fc.assert(property, { numRuns: cases(12, 40), seed: 4 });
});
