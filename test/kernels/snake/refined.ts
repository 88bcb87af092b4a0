/** A contour refined along its ring is the same on both sides, to the vertex. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome, RunContext } from '../../../src/algorithm/algorithm.js';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import type { Executor } from '../../../src/compute/executor.js';
import { keptIn } from '../../../src/compute/kept.js';
import { levelRect } from '../../../src/core/geometry/levels.js';
import { Parts } from '../../../src/core/parts.js';
import { snake } from '../../../src/snake/algorithm.js';
import { sharedGpu } from '../../support/devices/gpu.js';
import { pyramidOf } from '../../support/images/pyramid.js';
import { Random } from '../../support/random.js';

const [width, height] = [72, 64];
/** The whole domain fits at level 1 alone. */
const pixelBudget = 1244;

// A square, few steps from the box: a software adapter takes long for each.
const run = async (executor: Executor): Promise<Outcome> => {
  const random = new Random(91);
  const data = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [(i % width) - 36, Math.floor(i / width) - 32];
    return (Math.max(Math.abs(x), Math.abs(y)) < 24 ? 120 : 80) + random.between(0, 30);
  });
  const image = await pyramidOf({ width, height, bands: 1, data }, 2);
  const context: RunContext = {
    run: {},
    engine: {},
    parts: new Parts(),
    executor,
    signal: new AbortController().signal,
    image: { ...image, depth: 1 },
    pixelBudget,
    async pixels(rect, level) {
      const whole = levelRect(rect, image.levels[level]!);
      return { samples: await image.region(whole, level), rect: whole };
    },
    region: (rect, level) => image.region(rect, level),
  };
  const parameters = { starts: 1, minimumLength: 40, distance: 2, prune: false };
  const init = { x: 10, y: 6, width: 52, height: 52 };
  const steps = snake.run({ start: { kind: 'box', rect: init }, init, parameters }, context);
  for (;;) {
    const { done, value } = await steps.next('go');
    if (!done) continue;
    // The image's tiles stay on the device until it is closed.
    keptIn(executor).forget(image.levels);
    return value;
  }
};

test('a window of a level that is only read along the ring gives the same contour on both sides', async (t) => {
  const gpu = await sharedGpu(t);
  if (!gpu) return;
  const wanted = await run(new CpuExecutor());
  assert.equal(wanted.contours[0]!.metadata.level, '0');
  assert.equal(wanted.contours[0]!.metadata.statisticsLevel, '1');
  assert.deepEqual((await run(gpu)).contours, wanted.contours);
});
