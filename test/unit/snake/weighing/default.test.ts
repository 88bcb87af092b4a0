/** The default settings on an object in noise and on one in a picture whose neighbouring pixels are alike. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position } from '../../../../src/core/geometry/ring.js';
import { fillSpans, ringSpans } from '../../../../src/core/geometry/scanline.js';
import { createEngine } from '../../../../src/engine.js';
import type { Engine, EngineRequest } from '../../../../src/worker/engine.js';
import { requestOf } from '../../../../src/worker/feature.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';
import { Random } from '../../../support/random.js';

const [width, height] = [200, 180];
const box = { x: 40, y: 30, width: 120, height: 120 };

/** A bar from one corner of the box to the other: it fills little of it. */
const inside = (x: number, y: number): boolean =>
  x > 44 && x < 156 && y > 34 && y < 146 && Math.abs(x - 40 - (y - 30)) < 16;

const truth = Uint8Array.from({ length: width * height }, (_, i) =>
  inside((i % width) + 0.5, Math.floor(i / width) + 0.5) ? 1 : 0,
);

/** As strong as the noise. */
const noisy = (): Uint16Array => {
  const random = new Random(77);
  const noise = (): number => Array.from({ length: 12 }, () => random.between(-500, 500)).reduce((a, b) => a + b);
  return Uint16Array.from(truth, (target) => 9000 + 1000 * target + noise());
};

/** Each pixel the mean of its 5 × 5 neighbourhood. */
const smoothed = (values: Uint16Array): Uint16Array =>
  Uint16Array.from(values, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    let [sum, count] = [0, 0];
    for (let row = Math.max(0, y - 2); row <= Math.min(height - 1, y + 2); row++) {
      for (let column = Math.max(0, x - 2); column <= Math.min(width - 1, x + 2); column++) {
        sum += values[row * width + column]!;
        count++;
      }
    }
    return sum / count;
  });

/** 1 for pixels in the contour. */
const pixelsIn = ({ geometry }: ContourFeature): Uint8Array => {
  const rings: readonly (readonly Position[])[] = geometry.type === 'Polygon' ? geometry.coordinates : [];
  const found = new Uint8Array(width * height);
  fillSpans(found, width, ringSpans(rings, { width, height }), 1);
  return found;
};

const iou = (contour: ContourFeature): number => {
  const found = pixelsIn(contour);
  const both = found.reduce((sum, pixel, i) => sum + (pixel & truth[i]!), 0);
  return both / found.reduce((sum, pixel, i) => sum + (pixel | truth[i]!), 0);
};

const withEngine = async (use: (engine: Engine) => Promise<void>): Promise<void> => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    await use(engine);
    assert.equal(engine.stats().buffers, 0, 'no buffer is left');
  } finally {
    engine.dispose();
  }
};

test('in white noise the samples decide alone, and the metadata say so', async () => {
  await withEngine(async (engine) => {
    const image = await engine.load({ width, height, data: noisy() });
    const contour = await engine.segment(image, { init: box }).result;
    const { metadata } = contour.properties;
    assert.deepEqual([metadata.boxPrior, metadata.lengthCost], ['0', '0']);
    assert.ok(Number(metadata.sampleCorrelation) < 0.1, metadata.sampleCorrelation);
    assert.ok(iou(contour) > 0.95, `${iou(contour)}`);
    const held = await engine.segment(image, { init: box, boxPrior: 0.8, lengthCost: 2, model: 'common' }).result;
    assert.ok(iou(held) < iou(contour) - 0.1, `the box decides: ${iou(held)}`);
    assert.equal(held.properties.metadata.sampleCorrelation, undefined, 'nothing was left to find out');
  });
});

test('where neighbours are alike the box counts, and what was set stays', async () => {
  await withEngine(async (engine) => {
    const image = await engine.load({ width, height, data: smoothed(noisy()) });
    const { metadata } = (await engine.segment(image, { init: box }).result).properties;
    assert.deepEqual([metadata.model, metadata.boxPrior, metadata.lengthCost], ['common', '0.8', '2']);
    assert.ok(Number(metadata.sampleCorrelation) > 0.4, metadata.sampleCorrelation);
    const set = (await engine.segment(image, { init: box, boxPrior: 0.1, model: 'gaussian' }).result).properties;
    assert.deepEqual([set.metadata.model, set.metadata.boxPrior, set.metadata.lengthCost], ['gaussian', '0.1', '2']);
  });
});

test('what is supposed before there is a contour does not matter: strong contrast looks correlated until regions are known', async () => {
  await withEngine(async (engine) => {
    const random = new Random(78);
    const data = Uint16Array.from(truth, (target) => 9000 + 9000 * target + random.between(-500, 500));
    const contour = await engine.segment(await engine.load({ width, height, data }), { init: box }).result;
    assert.equal(contour.properties.metadata.boxPrior, '0');
    assert.ok(iou(contour) > 0.98, `${iou(contour)}`);
  });
});

test('the noise model is the one that the samples were drawn from, and the metadata say by how much', async () => {
  const random = new Random(79);
  const uniform = (): number => (random.word() + 0.5) / 2 ** 32;
  const laws: Record<string, (target: number) => number> = {
    exponential: (target) => -(target ? 6000 : 3000) * Math.log(uniform()),
    gamma: (target) => (-(target ? 6000 : 3000) * Math.log(uniform() * uniform() * uniform())) / 3,
    poisson: (target) => {
      let count = 0;
      for (let product = uniform(); product > Math.exp(target ? -7 : -3); product *= uniform()) count++;
      return count;
    },
    categorical: (target) => (uniform() < (target ? 0.85 : 0.25) ? 200 : 20) + random.between(0, 3),
  };
  await withEngine(async (engine) => {
    for (const [law, draw] of Object.entries(laws)) {
      const image = await engine.load({ width, height, data: Uint16Array.from(truth, draw) });
      const outcome = await engine.segment(image, { init: box }).outcome;
      const [contour] = outcome.contours;
      const { model, order, modelReason } = contour!.properties.metadata;
      assert.equal(model, law, modelReason);
      assert.match(modelReason!, /^[a-z]+ \+ [\d.e+]+ nats$/);
      if (law === 'gamma') assert.ok(Math.abs(Number(order) - 3) < 0.2, order);
      assert.ok(iou(contour!) > 0.93, `${law}: ${iou(contour!)}`);
      const set = await engine.segment(image, { init: box, model, order: Number(order) }).result;
      assert.ok(iou(set) > 0.93, `${law}, set: ${iou(set)}`);
      const corrected = await engine.segment(image, { init: box, hints: { inside: [[105.5, 69.5]] } }).result;
      assert.equal(pixelsIn(corrected)[69 * width + 105], 1, `${law}, with a mark beside the bar`);
      assert.ok(iou(corrected) > 0.85, `${law}, with a mark: ${iou(corrected)}`);
    }
  });
});

test('at a finer level the order of averaged speckle is found anew', async () => {
  await withEngine(async (engine) => {
    const random = new Random(80);
    const [wide, high] = [1200, 1100];
    const within = (i: number): boolean => Math.hypot((i % wide) - 600, Math.floor(i / wide) - 550) < 300;
    const data = Uint16Array.from({ length: wide * high }, (_, i) => {
      const mean = within(i) ? 6000 : 3000;
      return Math.min(65535, -mean * Math.log((random.word() + 0.5) / 2 ** 32));
    });
    const image = await engine.load({ width: wide, height: high, data });
    const init = { x: 290, y: 240, width: 620, height: 620 };
    const orders: number[] = [];
    for (const level of [1, undefined]) {
      const { model, order } = (await engine.segment(image, { init, level, pixelBudget: 300_000 }).result).properties
        .metadata;
      assert.ok(model === 'gamma' || model === 'exponential', model);
      orders.push(Number(order));
    }
    assert.ok(orders[0]! > 3.5 && orders[0]! < 4.5, `means of four pixels: ${orders[0]}`);
  });
});

test('the request in the metadata gives the contour again, and so do the settings that were in force', async () => {
  await withEngine(async (engine) => {
    for (const data of [noisy(), smoothed(noisy())]) {
      const image = await engine.load({ width, height, data });
      const first = await engine.segment(image, { init: box }).result;
      const { metadata } = first.properties;
      const again = await engine.segment(image, requestOf(first)!).result;
      assert.deepEqual(again.geometry, first.geometry);
      const [boxPrior, lengthCost] = [Number(metadata.boxPrior), Number(metadata.lengthCost)];
      const { model } = metadata;
      if (metadata.modelReason !== undefined) continue;
      const set = await engine.segment(image, { init: box, boxPrior, lengthCost, model }).result;
      assert.deepEqual(set.geometry, first.geometry);
    }
  });
});

test('a polarity that is asked for holds where a palette would describe the samples best', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  // Sixteen values of noise, evenly spread: no bell, so that codes describe them best.
  const random = new Random(5);
  const even = Uint8Array.from(truth, (target) => 60 + 90 * target + random.between(0, 15));
  const image = await engine.load({ width, height, data: even });
  const run = async (polarity: EngineRequest['polarity']) => engine.segment(image, { init: box, polarity }).result;
  assert.ok(iou(await run('any')) > 0.95);
  assert.ok(iou(await run('brighter')) > 0.95);
  await assert.rejects(run('darker'), { code: 'bad-parameter', message: /darker/ });
  engine.dispose();
});
