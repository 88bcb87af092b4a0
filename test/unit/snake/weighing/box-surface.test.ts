/** The second look at a user's box: where it is taken, what it mends, and what it leaves alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunState } from '../../../../src/algorithm/algorithm.js';
import { fillSpans, ringSpans } from '../../../../src/core/geometry/scanline.js';
import { createEngine } from '../../../../src/engine.js';
import { surfaceWeight } from '../../../../src/snake/hints/guide.js';
import { SECOND_LOOK } from '../../../../src/snake/weighing/looks-again.js';
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

test('a person’s noise model decides alone', async () => {
  const chosen = await run(uneven(), { model: 'gaussian' });
  assert.equal(chosen.properties.metadata.model, 'gaussian');
});

/** The states of a run, which is ended with the first of them where `early`, and the steps of its contour. */
const statesOf = async (early: boolean): Promise<{ readonly states: readonly RunState[]; readonly steps: unknown }> => {
  const engine = await createEngine({ backend: 'cpu' });
  const going = engine.segment(await engine.load({ width, height, data: uneven() }), { init: box });
  const states: RunState[] = [];
  for await (const state of going) {
    states.push(state);
    if (early) going.cancel();
  }
  const { Steps: steps } = (await going.result).properties.measurements;
  engine.dispose();
  return { states, steps };
};

/** Whether a state's criterion begins anew, with the surface that it holds to in place of the box's prior: by its own steps it falls a hundredth here. */
const beginsAnew = ({ criterion }: RunState, k: number, states: readonly RunState[]): boolean =>
  k > 0 && criterion < 0.9 * states[k - 1]!.criterion;

test('a run that is ended early is not looked at again', async () => {
  const [whole, ended] = [await statesOf(false), await statesOf(true)];
  assert.equal(whole.states.filter(beginsAnew).length, 1, 'one that is not ended is');
  assert.deepEqual(ended.states.filter(beginsAnew), []);
  assert.equal(ended.steps, ended.states.at(-1)!.step, 'nor does it take steps that no state tells of');
  assert.ok(ended.states.length < whole.states.length);
});

test('the least that a pixel tells more by itself is what a second look weighs at most', () => {
  const { units, prior } = surfaceWeight(1);
  assert.equal((units * prior) / 100, SECOND_LOOK);
});
