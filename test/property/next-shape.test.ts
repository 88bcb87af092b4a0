/** The next larger or smaller shape of a click: whatever the image, the click and the area, the contour is beyond it, and the same on every backend. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SegmenterError } from '../../src/core/errors.js';
import { createEngine } from '../../src/engine.js';
import type { SegmentRequest } from '../../src/worker/protocol.js';
import { between, seeds } from '../support/arbitraries.js';
import { playedDevice } from '../support/devices/played-device.js';
import { FaultyCalls, virtualGpu } from '../support/devices/virtual-device.js';
import { Random } from '../support/random.js';

const SIDE = 96;

/** Discs in one another, each of its own grey, with a texture that neighbours share or with noise. */
const picture = (random: Random, noisy: boolean): Uint8Array => {
  const [cx, cy] = [random.between(42, 54), random.between(42, 54)];
  const radii = [random.between(5, 9), random.between(12, 20), random.between(26, 34)];
  const greys = [0, 1, 2, 3].map((k) => random.between(40, 100) + (k % 2) * 90);
  return Uint8Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    const ring = radii.findIndex((radius) => Math.hypot(x + 0.5 - cx, y + 0.5 - cy) < radius);
    const noise = noisy ? random.between(-12, 12) : 5 * Math.sin(x / 3) * Math.cos(y / 4) + random.between(-2, 2);
    return greys.at(ring)! + noise;
  });
};

const asked = fc.record({
  seed: seeds(),
  noisy: fc.boolean(),
  x: between(42, 54),
  y: between(42, 54),
  larger: fc.boolean(),
  /** Of the range of areas that there may be. */
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  view: fc.boolean(),
  /** Calls of the device after which it is lost; never where negative. */
  lostAt: fc.constantFrom(-1, 40, 150),
});

test('a contour is beyond the area that is asked for and holds the click, the same on a device, also one that is lost', async () => {
  const { device, adapter } = await playedDevice();
  const cpu = await createEngine({ backend: 'cpu' });
  let found = 0;
  await fc.assert(
    fc.asyncProperty(asked, async ({ seed, noisy, x, y, larger, share, view, lostAt }) => {
      const area = larger ? 20 + 1000 * share : 200 + 6000 * share;
      const data = picture(new Random(seed), noisy);
      const request: SegmentRequest = {
        init: { x, y },
        ...(larger ? { largerThan: area } : { smallerThan: area }),
        ...(view ? { inView: { x: x - 24, y: y - 24, width: 48, height: 48 } } : {}),
      };
      const gpu = await createEngine({
        backend: 'webgpu',
        gpu: virtualGpu(device, adapter, new FaultyCalls('lost', lostAt)),
      });
      const [here, there] = await Promise.all(
        [cpu, gpu].map(async (engine) => {
          const image = await engine.load({ width: SIDE, height: SIDE, data });
          try {
            const { geometry, properties } = await engine.segment(image, request).result;
            return { geometry, measurements: properties.measurements };
          } catch (error) {
            assert.ok(error instanceof SegmenterError && error.code === 'nothing-found', String(error));
            return error.message;
          } finally {
            engine.close(image);
          }
        }),
      );
      gpu.dispose();
      assert.deepEqual(there, here);
      if (typeof here !== 'object') return;
      found++;
      const its = here.measurements['Area px^2']!;
      assert.ok(larger ? its >= Math.SQRT2 * area : Math.SQRT2 * its <= area, `${its} for ${area}`);
    }),
    { numRuns: 40, seed: 11 },
  );
  assert.ok(found > 10, `only ${found} of them found a contour`);
  cpu.dispose();
});
