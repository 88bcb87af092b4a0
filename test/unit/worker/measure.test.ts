/** Contours measured without a run. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Rect } from '../../../src/core/geometry/rect.js';
import { createEngine, type Engine, type ImageSource } from '../../../src/engine.js';
import { squareRing } from '../../support/contours.js';
import { coded } from '../../support/errors.js';
import { niftiFile } from '../../support/images/volume-files.js';

const WIDTH = 60;
const HEIGHT = 50;
/** A noisy disc, 120 against 40 or so, in three bands that differ by a constant. */
const disc = (): Uint8Array => {
  let state = 5;
  return Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, i) => {
    const pixel = Math.floor(i / 3);
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const inside = Math.hypot((pixel % WIDTH) - 30, Math.floor(pixel / WIDTH) - 25) < 12;
    return (inside ? 120 : 40) + 10 * (i % 3) + (state >>> 28);
  });
};

/** As a page gives them: anything. */
const given = (value: unknown) => JSON.parse(JSON.stringify(value));

let engine: Engine;
let image: ImageSource;
before(async () => {
  engine = await createEngine({ backend: 'cpu' });
  image = await engine.load({ name: 'disc', width: WIDTH, height: HEIGHT, bands: 3, data: disc() });
});
after(() => engine.dispose());

describe('Engine.measure', () => {
  for (const algorithm of ['snake', 'level-set']) {
    it(`gives a contour of ${algorithm} the figures of its run`, async () => {
      const bands = algorithm === 'snake' ? 3 : 1;
      const data = disc().filter((_, i) => i % 3 < bands);
      const its = await engine.load({ name: 'its', width: WIDTH, height: HEIGHT, bands, data });
      const init = { x: 16, y: 11, width: 28, height: 28 };
      const { geometry, properties } = (await engine.segment(its, { algorithm, init }).outcome).contours[0]!;
      const domain: Rect = JSON.parse(properties.metadata.domain!);
      const measured = await engine.measure(its, geometry, { domain });
      assert.ok(bands === 1 ? 'Inside mean' in measured : 'Inside mean band 2' in measured);
      for (const [name, value] of Object.entries(measured)) {
        const run = properties.measurements[name];
        assert.ok(run !== undefined && Math.abs(run - value) < 1e-9, `${name}: ${value}, in the run ${run}`);
      }
    });
  }

  it('gives one that a neighbour cut the figures of a run, which it has itself, too', async () => {
    const data = Uint8Array.from({ length: 100 * 60 }, (_, i) => {
      const [x, y] = [i % 100, Math.floor(i / 100)];
      return (x >= 20 && x < 80 && y >= 20 && y < 40 ? 150 : 50) + ((i * 7919) % 13);
    });
    const its = await engine.load({ name: 'bar', width: 100, height: 60, bands: 1, data });
    const init = [
      { x: 16, y: 16, width: 38, height: 28 },
      { x: 46, y: 16, width: 38, height: 28 },
    ];
    const asked = { init, exclusive: true, confine: true };
    const { contours } = await engine.segment(its, asked).outcome;
    assert.equal(contours.length, 2);
    for (const { geometry, properties } of contours) {
      assert.match(properties.metadata.exclusive!, /cut/);
      const domain: Rect = JSON.parse(properties.metadata.domain!);
      assert.deepEqual(await engine.measure(its, geometry, { domain }), properties.measurements);
      assert.ok(properties.measurements['Inside mean']! > 145, 'what is inside is not measured');
    }
  });

  it('leaves the pixels of a hole out, and counts each part of several', async () => {
    const data = Uint8Array.from({ length: 20 * 20 }, (_, i) => (i % 20 >= 4 && i % 20 < 6 ? 200 : 10));
    const stripe = await engine.load({ name: 'stripe', width: 20, height: 20, data });
    const holed = given({ type: 'Polygon', coordinates: [squareRing(2, 2, 8), squareRing(4, 4, 2)] });
    const all = { domain: { x: 0, y: 0, width: 20, height: 20 } };
    const one = await engine.measure(stripe, holed, all);
    assert.equal(one['Area px^2'], 60);
    assert.equal(one['Inside mean'], (12 * 200 + 48 * 10) / 60);
    assert.equal(one['Outside mean'], (28 * 200 + 312 * 10) / 340);
    const two = given({ type: 'MultiPolygon', coordinates: [[squareRing(4, 0, 2)], [squareRing(10, 10, 2)]] });
    assert.equal((await engine.measure(stripe, two, all))['Inside mean'], 105);
  });

  it('gives lines their length, and names no statistics of a side without pixels', async () => {
    const line = given({
      type: 'LineString',
      coordinates: [
        [1, 1],
        [4, 5],
      ],
    });
    assert.deepEqual(await engine.measure(image, line), { 'Length px': 5 });
    const everything = given({ type: 'Polygon', coordinates: [squareRing(-5, -5, 100)] });
    const whole = await engine.measure(image, everything);
    assert.ok('Inside mean band 1' in whole);
    assert.ok(!('Outside mean band 1' in whole));
    const elsewhere = given({ type: 'Polygon', coordinates: [squareRing(-50, -50, 10)] });
    assert.deepEqual(
      Object.keys(await engine.measure(image, elsewhere)).filter((name) => /^Inside/.test(name)),
      [],
    );
  });

  it('reads the slice of the contour in a volume', async () => {
    const volume = await engine.open({ kind: 'blob', blob: await niftiFile() });
    const on = async (z: number) =>
      engine.measure(volume, given({ type: 'Polygon', coordinates: [squareRing(1, 1, 3)], plane: { c: -1, z, t: 0 } }));
    assert.deepEqual(
      await on(7),
      await engine.measure(volume, given({ type: 'Polygon', coordinates: [squareRing(1, 1, 3)] }), { slice: 7 }),
    );
    await assert.rejects(on(99), coded('bad-parameter', 'slice'));
  });

  it('refuses what is no geometry, no image or no rectangle, with a code', async () => {
    for (const bad of [
      null,
      7,
      {},
      { type: 'Polygon' },
      { type: 'Point', coordinates: [1, 2] },
      { type: 'Polygon', coordinates: [[[1, 'x']]] },
      { type: 'constructor', coordinates: [] },
    ]) {
      await assert.rejects(engine.measure(image, given(bad)), coded('bad-parameter', 'geometry'));
    }
    const polygon = given({ type: 'Polygon', coordinates: [squareRing(2, 2, 8)] });
    await assert.rejects(engine.measure(given({}), polygon), coded('bad-parameter', 'image'));
    await assert.rejects(engine.measure(image, polygon, given({ domain: 3 })), coded('bad-parameter', 'domain'));
    await assert.rejects(engine.measure(image, polygon, { level: 4 }), coded('bad-parameter', 'level'));
  });

  it('measures of an outline that crosses itself what it covers', async () => {
    const bowTie = {
      type: 'Polygon',
      coordinates: [
        [
          [10, 10],
          [40, 40],
          [40, 10],
          [10, 40],
          [10, 10],
        ],
      ],
    };
    const measured = await engine.measure(image, given(bowTie));
    assert.equal(measured['Area px^2'], 450);
    const parts = {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [10, 10],
            [25, 25],
            [10, 40],
            [10, 10],
          ],
        ],
        [
          [
            [25, 25],
            [40, 10],
            [40, 40],
            [25, 25],
          ],
        ],
      ],
    };
    assert.deepEqual(measured, await engine.measure(image, given(parts)));
  });
});
