/** A run on a device keeps checkpoints of its contour: what begins anew must not go on from them. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createEngine } from '../../../../src/engine.js';
import type { EngineRequest } from '../../../../src/worker/engine.js';
import { playedDevice } from '../../../support/devices/played-device.js';
import { FaultyCalls, virtualGpu } from '../../../support/devices/virtual-device.js';
import { cases } from '../../../support/long.js';
import { Random } from '../../../support/random.js';
import { scene } from '../../../support/snake/cases.js';

const [width, height] = [48, 40];
const box = { x: 10, y: 8, width: 24, height: 20 };
const requests: readonly EngineRequest[] = [
  { init: box, hints: { inside: [[22, 18]], outside: [[34, 20]] } },
  {
    init: box,
    hints: {
      inside: [
        [12, 10],
        [40, 30],
      ],
      outside: [[22, 18]],
    },
  },
  { init: box, confine: false },
];

it('a contour that is found again, or kept as it was corrected, is that of the CPU on a device', async () => {
  const { device, adapter } = await playedDevice();
  const gpu = virtualGpu(device, adapter, new FaultyCalls('lost', -1));
  const engines = [await createEngine({ backend: 'cpu' }), await createEngine({ backend: 'webgpu', gpu })];
  try {
    // Of the seeds 16 to 25, 21 alone gives another contour where a checkpoint is gone on from.
    for (const seed of cases([21], [16, 21, 25])) {
      const data = scene(new Random(seed), width, height, { bits: 8 }).planes[0]!;
      for (const [k, request] of requests.entries()) {
        const [cpu, played] = await Promise.all(
          engines.map(async (engine) => {
            const image = await engine.load({ width, height, bands: 1, data: data.slice() });
            const found = await engine.segment(image, request).result.then(
              ({ geometry }) => geometry,
              ({ code }) => code,
            );
            engine.close(image);
            return found;
          }),
        );
        assert.deepEqual(played, cpu, `seed ${seed}, request ${k}`);
      }
    }
  } finally {
    for (const engine of engines) engine.dispose();
  }
});
