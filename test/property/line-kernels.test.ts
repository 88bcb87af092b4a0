/** The kernels that thin lines leave the pixels that are left where one has its turn after the other. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import { SegmenterError } from '../../src/core/errors.js';
import { randomRect } from '../support/linear-features/parts.js';
import { groundOf, leftOf } from '../support/linear-features/thinning.js';
import { Random } from '../support/random.js';

test('kernels thin ties, plateaus, slopes from tile to tile, and parts of a response; weak pieces are left out', async () => {
  const random = new Random(24);
  const seen = { pixels: 0, gone: 0 };
  for (const size of [
    [1, 1],
    [70, 1],
    [1, 70],
    [64, 64],
    [101, 75],
  ] as const) {
    for (const most of [1, 2, 40, 2 ** 26 - 1]) {
      for (const ground of ['noise', 'slope'] as const) {
        for (const share of [1, 2, 9]) {
          const response = groundOf(random, size, most, share, ground);
          const whole = { x: 0, y: 0, width: size[0], height: size[1] };
          for (const rect of [whole, randomRect(random, response)]) {
            const low = random.between(0, Math.min(most, 9));
            const thresholds = { low: low + 0.5, high: Math.max(low + 0.5, random.between(1, most) - 0.5) };
            const of = (kernels: boolean) => leftOf(new CpuExecutor(), response, rect, thresholds, kernels);
            const wanted = await of(false);
            deepEqual(await of(true), wanted, `${size}, ${most}, ${ground}, ${share}, ${JSON.stringify(rect)}`);
            seen.pixels += wanted.pixels.length;
            seen.gone += response.words.length - wanted.pixels.length;
          }
        }
      }
    }
  }
  ok(seen.pixels > 20_000 && seen.gone > 20_000, JSON.stringify(seen));
});

test('of a response with more pixels than the limit the upper rows are thinned, by kernels as on the CPU', async () => {
  const response = groundOf(new Random(25), [60, 50], 100, 2, 'noise');
  const rect = { x: 0, y: 0, width: 60, height: 50 };
  for (const limit of [0, 10, 41, 700, 2000]) {
    const of = (kernels: boolean) => leftOf(new CpuExecutor(), response, rect, { low: 1, high: 50, limit }, kernels);
    const wanted = await of(false);
    deepEqual(await of(true), wanted);
    equal(wanted.left > 0, limit < 2000);
    equal(wanted.pixels.length > 0, limit > 40);
  }
});

test('where a device has no room for planes, the CPU thins, and no buffer stays', async () => {
  const response = groundOf(new Random(26), [80, 50], 100, 2, 'noise');
  const rect = { x: 0, y: 0, width: 80, height: 50 };
  const thresholds = { low: 1, high: 50 };
  const wanted = await leftOf(new CpuExecutor(), response, rect, thresholds, false);
  for (const label of ['lines pixels', 'lines again', 'lines skeleton']) {
    let refused = 0;
    class Full extends CpuExecutor {
      override async buffer(name: string, contents: number | Uint32Array) {
        // The CPU's own search makes such a buffer later.
        if (name === label && refused++ === 0) throw new SegmenterError('out-of-memory', { bytes: 1 });
        return super.buffer(name, contents);
      }
    }
    const executor = new Full();
    deepEqual(await leftOf(executor, response, rect, thresholds, true), wanted, label);
    equal(executor.stats().buffers, 0, label);
    ok(refused > 0, label);
  }
});
