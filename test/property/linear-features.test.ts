/** Nothing but the image and the parameters decides what is found: not tiles, not halos, not the box's place. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createEngine } from '../../src/engine.js';
import { type DetectorOptions, haloOf } from '../../src/linear-features/response/detector.js';
import type { LineResponse } from '../../src/linear-features/response/response.js';
import { playedDevice } from '../support/devices/played-device.js';
import { FaultyCalls, virtualGpu } from '../support/devices/virtual-device.js';
import { Random } from '../support/random.js';

const WIDTH = 190;
const HEIGHT = 150;

/** Curved lines of several widths on a slope with noise. */
const picture = (seed: number): Uint8Array => {
  const random = new Random(seed);
  const curves = Array.from({ length: 5 }, () => [
    20 + random.between(0, 110),
    random.between(5, 30),
    random.between(1, 4),
  ]);
  return Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    const line = curves.some(([c, a, w]) => Math.abs(y - c! - a! * Math.sin(x / 25 + c!)) < w! / 2 + 0.5);
    return 60 + Math.floor(x / 8) + (line ? 50 : 0) + random.between(-9, 9);
  });
};

const segment = async (data: Uint8Array, request: Record<string, unknown>, gpu?: GPU) => {
  const engine = await createEngine(gpu ? { backend: 'webgpu', gpu } : { backend: 'cpu' });
  const image = await engine.load({ width: WIDTH, height: HEIGHT, data });
  const run = engine.segment(image, { algorithm: 'linear-features', init: 'auto', keepResponse: true, ...request });
  const { contours, details } = await run.outcome;
  engine.dispose();
  return { contours, response: details?.response as LineResponse };
};

test('the result does not depend on the tiling', async () => {
  const parameters = fc.record({
    tile: fc.integer({ min: 64, max: 140 }),
    scales: fc.integer({ min: 1, max: 3 }),
    primaryWindow: fc.integer({ min: 5, max: 12 }),
    orientations: fc.constantFrom(4, 8, 11),
    seed: fc.integer({ min: 1, max: 1000 }),
  });
  const property = fc.asyncProperty(parameters, async ({ tile, seed, ...rest }) => {
    const data = picture(seed);
    const whole = await segment(data, { ...rest, tile: 2048 });
    const tiled = await segment(data, { ...rest, tile });
    deepEqual(tiled.response.words, whole.response.words);
    deepEqual(
      tiled.contours.map(({ geometry, properties }) => [geometry, properties.measurements]),
      whole.contours.map(({ geometry, properties }) => [geometry, properties.measurements]),
    );
    ok(whole.contours.length > 0);
  });
  await fc.assert(property, { numRuns: 8, seed: 6 });
});

test('a box sees what the whole image sees there', async () => {
  const data = picture(7);
  const box = { x: 33, y: 21, width: 101, height: 90 };
  // Without a threshold from the noise, which is measured in the box.
  const whole = await segment(data, { contrast: 0 });
  const part = await segment(data, { contrast: 0, init: box, tile: 64 });
  const cut = Uint32Array.from({ length: box.width * box.height }, (_, i) => {
    const [x, y] = [i % box.width, Math.floor(i / box.width)];
    return whole.response.words[(box.y + y) * WIDTH + box.x + x]!;
  });
  deepEqual(part.response.words, cut);
});

test('the halo is needed: a pixel at its edge can change the tile', () => {
  const options: DetectorOptions = {
    orientations: 8,
    primary: 9,
    secondary: 4,
    threshold: 1,
    ratio: 0.5,
    scales: 1,
    reach: 3,
    distance: 3,
    gain: 8,
    form: 'combined',
  };
  equal(haloOf(options), 21);
  equal(haloOf({ ...options, scales: 2 }), 46);
  equal(haloOf({ ...options, scales: 3 }) % 4, 0);
});

test('a box as large as a tile with its halo is not taken for that tile', async () => {
  const data = picture(11);
  const halo = 21;
  const box = { x: 30, y: 25, width: 64 + 2 * halo, height: 64 + 2 * halo };
  const request = { contrast: 0, scales: 1, init: box };
  deepEqual(
    (await segment(data, { ...request, tile: 64 })).response.words,
    (await segment(data, { ...request, tile: 2048 })).response.words,
  );
});

test('tiles of one size, as a device has them, give what tiles of their own size give', async () => {
  const data = picture(12);
  for (const request of [
    { tile: 64, scales: 1 },
    { tile: 70, scales: 1, primaryWindow: 5, init: { x: 9, y: 11, width: 133, height: 118 } },
    { tile: 64, scales: 2, init: { x: 101, y: 30, width: 89, height: 97 } },
    { tile: 64, scales: 3, primaryWindow: 5 },
  ]) {
    const { device, adapter } = await playedDevice();
    const gpu = virtualGpu(device, adapter, new FaultyCalls('lost', -1));
    const [own, alike] = [await segment(data, request), await segment(data, request, gpu)];
    deepEqual(alike.response.words, own.response.words);
    deepEqual(
      alike.contours.map(({ geometry }) => geometry),
      own.contours.map(({ geometry }) => geometry),
    );
  }
});
