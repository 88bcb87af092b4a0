/** The papers' own kernels find what the product's find: tables of every column, and one kernel a step of MDNMS. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createEngine } from '../../src/engine.js';
import type { Engine, EngineRequest } from '../../src/worker/engine.js';
import { Random } from '../support/random.js';

const [width, height] = [120, 90];

/** A bright disk with a darker bar through it, and noise. */
const picture = (seed: number, bands: number, most: number): Uint8Array | Uint16Array => {
  const random = new Random(seed);
  const data = most > 255 ? new Uint16Array(width * height * bands) : new Uint8Array(width * height * bands);
  return data.map((_, i) => {
    const pixel = Math.floor(i / bands);
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const inside = (x - 60) ** 2 + (y - 45) ** 2 < 30 ** 2;
    const line = Math.abs(y - 45 - (x - 60) / 4) < 2;
    const share = (inside ? 0.6 : 0.3) - (line ? 0.15 : 0) + random.between(-10, 10) / 100;
    return Math.round(share * most);
  });
};

const run = async (engine: Engine, data: Uint8Array | Uint16Array, bands: number, request: EngineRequest) => {
  const image = await engine.load({ width, height, bands, data });
  try {
    const { contours } = await engine.segment(image, request).outcome;
    return contours.map(({ geometry }) => geometry);
  } finally {
    engine.close(image);
  }
};

test('the snake finds the same contour by tables of every column', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const cases = fc.record({
    seed: fc.nat(1e6),
    bands: fc.constantFrom(1, 3),
    most: fc.constantFrom(255, 4095),
    channel: fc.constantFrom('auto', 'luminance', 'palette:8'),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ seed, bands, most, channel }) => {
      const data = picture(seed, bands, most);
      const request = { init: { x: 22, y: 8, width: 76, height: 74 }, channel };
      const [strided, dense] = [
        await run(engine, data, bands, request),
        await run(engine, data, bands, { ...request, tables: 'dense' }),
      ];
      assert.deepEqual(dense, strided);
      assert.equal(engine.stats().buffers, 0);
    }),
    { numRuns: 12 },
  );
  engine.dispose();
});

test('lines are the same by one kernel a step', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const cases = fc.record({
    seed: fc.nat(1e6),
    scales: fc.integer({ min: 1, max: 2 }),
    orientations: fc.integer({ min: 1, max: 16 }),
    secondaryWindow: fc.integer({ min: 1, max: 9 }),
    contrast: fc.constantFrom(0, 1),
    polarity: fc.constantFrom('bright', 'dark'),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ seed, ...options }) => {
      const data = picture(seed, 1, 255);
      const request = { algorithm: 'linear-features', init: 'auto' as const, minLength: 4, ...options };
      // Noise alone may hold no line at all.
      const found = (form: 'separate' | 'combined') =>
        run(engine, data, 1, { ...request, form }).catch(({ code }: { code: string }) => code);
      assert.deepEqual(await found('separate'), await found('combined'));
      assert.equal(engine.stats().buffers, 0);
    }),
    { numRuns: 12 },
  );
  engine.dispose();
});

test('the preset of the paper sets what is not given, and is repeated from the metadata', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width, height, data: picture(7, 1, 255) });
  const init = { x: 22, y: 8, width: 76, height: 74 };
  const paper = await engine.segment(image, { init, preset: 'paper' }).result;
  const spelled = { channel: 'luminance', model: 'gaussian', confine: false, boxPrior: 0, starts: 1, prune: false };
  const alike = { ...spelled, distance: 32, minimumLength: 32, lengthCost: 0 };
  assert.deepEqual((await engine.segment(image, { init, ...alike }).result).geometry, paper.geometry);
  const request = JSON.parse(paper.properties.metadata.request ?? '');
  assert.deepEqual((await engine.segment(image, request).result).geometry, paper.geometry);
  const finer = await engine.segment(image, { init, preset: 'paper', minimumLength: 8 }).result;
  assert.notDeepEqual(finer.geometry, paper.geometry);
  engine.dispose();
});
