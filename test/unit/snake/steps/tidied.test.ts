/** Contours in independent noise, where their length costs nothing: no folds, the same on both backends. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { positionsOf } from '../../../../src/core/geometry/ring.js';
import { createEngine } from '../../../../src/engine.js';
import { HOLDS_NO_LINE, withoutFolds } from '../../../../src/snake/steps/folds.js';
import type { Engine, EngineRequest } from '../../../../src/worker/engine.js';
import { playedDevice } from '../../../support/devices/played-device.js';
import { FaultyCalls, virtualGpu } from '../../../support/devices/virtual-device.js';
import { Random } from '../../../support/random.js';

const [width, height, radius] = [100, 90, 9];

/** A disc in noise of a contrast of five of its standard deviations. */
const disc = (seed: number): Uint8Array => {
  const random = new Random(seed);
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const inside = Math.hypot((i % width) + 0.5 - 50, Math.floor(i / width) + 0.5 - 45) < radius;
    // Four of a range of 18: a standard deviation of about 10.
    const noise = [0, 1, 2, 3].reduce((sum) => sum + random.between(-9, 9), 0);
    return (inside ? 150 : 100) + noise;
  });
};

const outlineOf = async (engine: Engine, seed: number, options: Partial<EngineRequest>): Promise<number[]> => {
  const image = await engine.load({ width, height, bands: 1, data: disc(seed) });
  const { geometry } = await engine.segment(image, { init: { x: 37, y: 32, width: 26, height: 26 }, ...options })
    .result;
  engine.close(image);
  assert.equal(geometry.type, 'Polygon');
  return geometry.type === 'Polygon' ? geometry.coordinates[0]!.slice(1).flat() : [];
};

const lengthOf = (ring: readonly number[]): number => {
  const places = positionsOf(ring);
  return places.reduce((sum, [x, y], i) => sum + Math.hypot(x - places.at(i - 1)![0], y - places.at(i - 1)![1]), 0);
};

it('a small disc has the perimeter of a disc, as without a device', async () => {
  const { device, adapter } = await playedDevice();
  const gpu = virtualGpu(device, adapter, new FaultyCalls('lost', -1));
  const [cpu, played] = [await createEngine({ backend: 'cpu' }), await createEngine({ backend: 'webgpu', gpu })];
  try {
    let folded = 0;
    for (let seed = 0; seed < 6; seed++) {
      const ring = await outlineOf(cpu, seed, {});
      assert.deepEqual(await outlineOf(played, seed, {}), ring, `seed ${seed}`);
      assert.equal(withoutFolds(ring, HOLDS_NO_LINE), undefined);
      const around = 2 * Math.PI * radius;
      assert.ok(lengthOf(ring) < 1.2 * around, `seed ${seed}: ${lengthOf(ring)} pixels round ${around}`);
      // Nothing is taken from a snake as the papers have it.
      const raw = await outlineOf(cpu, seed, { prune: false });
      if (withoutFolds(raw, HOLDS_NO_LINE)) folded++;
    }
    assert.ok(folded > 0, 'there were folds to be taken');
  } finally {
    cpu.dispose();
    played.dispose();
  }
});

it('a contour of whose pixels nearly all lie in folds keeps them: without it would be too small for one', async () => {
  const data = Float32Array.from({ length: 18 }, (_, k) => 70 + ((k * 2654435761) >>> 24) / 256);
  const engine = await createEngine({ backend: 'cpu' });
  try {
    const image = await engine.load({ width: 9, height: 2, bands: 1, data });
    const run = engine.segment(image, { init: { x: 0, y: 0, width: 9, height: 2 }, model: 'poisson' });
    const { geometry } = await run.result;
    const ring = geometry.type === 'Polygon' ? geometry.coordinates[0]!.slice(1).flat() : [];
    assert.ok(withoutFolds(ring, HOLDS_NO_LINE), 'there are folds');
  } finally {
    engine.dispose();
  }
});
