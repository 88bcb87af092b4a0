/** The second look at a user's box: where it is taken, what it mends, and what it leaves alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillSpans, ringSpans } from '../../../../src/core/geometry/scanline.js';
import { createEngine } from '../../../../src/engine.js';
import type { EngineRequest } from '../../../../src/worker/engine.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';
import { Random } from '../../../support/random.js';

const [width, height] = [120, 100];
const box = { x: 22, y: 16, width: 76, height: 68 };
const isInside = (x: number, y: number): boolean => Math.hypot((x - 60) / 32, (y - 50) / 28) < 1;
const truth = Uint8Array.from({ length: width * height }, (_, i) =>
  isInside((i % width) + 0.5, Math.floor(i / width) + 0.5) ? 1 : 0,
);

/** Noise whose neighbours are alike: each value is half of the one before. */
const alike = (seed: number): Float64Array => {
  const random = new Random(seed);
  const noise = new Float64Array(width * height);
  for (let i = 0; i < noise.length; i++) {
    const [left, above] = [i % width > 0 ? noise[i - 1]! : 0, i >= width ? noise[i - width]! : 0];
    noise[i] = 0.45 * (left + above) + random.between(-6, 6);
  }
  return noise;
};

/** An object on ground that becomes brighter from left to right, by more than the object stands out. */
const uneven = (): Uint8Array => {
  const noise = alike(5);
  return Uint8Array.from(truth, (target, i) => 100 + 15 * target + ((i % width) - 60) / 2 + noise[i]!);
};

const run = async (data: Uint8Array, request: Partial<EngineRequest> = {}): Promise<ContourFeature> => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    const found = await engine.segment(await engine.load({ width, height, data }), { init: box, ...request }).result;
    assert.equal(engine.stats().buffers, 0, 'no buffer is left');
    return found;
  } finally {
    engine.dispose();
  }
};

const iou = ({ geometry }: ContourFeature): number => {
  const found = new Uint8Array(truth.length);
  if (geometry.type === 'Polygon') fillSpans(found, width, ringSpans(geometry.coordinates, { width, height }), 1);
  const both = found.reduce((sum, pixel, i) => sum + (pixel & truth[i]!), 0);
  return both / found.reduce((sum, pixel, i) => sum + (pixel | truth[i]!), 0);
};

test('an object on uneven ground is found, and its contour stays in the box', async () => {
  const found = await run(uneven());
  const { metadata } = found.properties;
  assert.deepEqual([metadata.model, metadata.boxPrior], ['common', '0.8'], 'the weights in force');
  assert.ok(iou(found) > 0.85, `${iou(found)}`);
  assert.equal(found.geometry.type, 'Polygon');
  for (const [x, y] of found.geometry.coordinates.flat() as [number, number][]) {
    assert.ok(x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height, `${x}, ${y}`);
  }
});

test('the settings that are in force give the same contour; little trust in the box is little of the surface', async () => {
  const data = uneven();
  const found = await run(data);
  const { boxPrior, lengthCost, model } = found.properties.metadata;
  const set = { boxPrior: Number(boxPrior), lengthCost: Number(lengthCost), model: model! };
  assert.deepEqual((await run(data, set)).geometry, found.geometry);
  const [little, none] = [await run(data, { ...set, boxPrior: 1e-6 }), await run(data, { ...set, boxPrior: 0 })];
  assert.deepEqual([little.properties.metadata.boxPrior, none.properties.metadata.boxPrior], ['0.000001', '0']);
  assert.ok(Math.abs(iou(little) - iou(none)) < 0.05, `${iou(little)} ${iou(none)}`);
});

test('a person’s noise model decides alone, and a run that is ended early is not looked at again', async () => {
  const data = uneven();
  const chosen = await run(data, { model: 'gaussian' });
  assert.equal(chosen.properties.metadata.model, 'gaussian');
  const engine = await createEngine({ backend: 'cpu' });
  const going = engine.segment(await engine.load({ width, height, data }), { init: box });
  for await (const { step } of going) if (step > 0) going.cancel();
  const ended = await going.result;
  assert.ok(ended.properties.measurements.Steps! < (await run(data)).properties.measurements.Steps!);
  engine.dispose();
});
