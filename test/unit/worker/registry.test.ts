import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultAlgorithm } from '../../../src/algorithm/algorithm.js';
import { checkParameters } from '../../../src/algorithm/parameters.js';
import { builtIn } from '../../../src/algorithms.js';
import { createEngine, requestOf } from '../../../src/engine.js';
import { Registry } from '../../../src/worker/registry.js';
import { coded } from '../../support/errors.js';
import { Random } from '../../support/random.js';

const width = 120;
const height = 100;

/** A bright disc of radius 30 round (60, 50) with a bright bar through the picture, noisy. */
const picture = (): Uint8Array => {
  const random = new Random(3);
  return Uint8Array.from({ length: width * height }, (_, k) => {
    const [x, y] = [(k % width) + 0.5, Math.floor(k / width) + 0.5];
    const bright = Math.hypot(x - 60, y - 50) < 30 || Math.abs(y - 10) < 1.5;
    return (bright ? 170 : 90) + random.between(-20, 20) + random.between(-20, 20);
  });
};

describe('every built-in algorithm', () => {
  for (const { id, title, schema } of builtIn) {
    it(`${id} has a title and takes its own defaults`, () => {
      assert.notEqual(title, '');
      const defaults = checkParameters({}, schema);
      assert.deepEqual(checkParameters(defaults, schema), defaults);
      for (const [name, property] of Object.entries(schema.properties)) {
        assert.notEqual(property.title, '', name);
        assert.notEqual(property.description, '', name);
      }
    });

    it(`${id} gives the same contours again from the metadata of the first, and leaves no memory`, async () => {
      const engine = await createEngine({ backend: 'cpu' });
      const image = await engine.load({ width, height, data: picture() });
      const run = engine.segment(image, { algorithm: id, init: { x: 20, y: 4, width: 80, height: 85 } });
      const { contours } = await run.outcome;
      assert.ok(run.last);
      const request = requestOf(JSON.parse(JSON.stringify(contours[0])));
      assert.ok(request);
      const again = await engine.segment(image, request).outcome;
      assert.deepEqual(
        again.contours.map(({ geometry }) => geometry),
        contours.map(({ geometry }) => geometry),
      );
      assert.deepEqual(again.contours[0]!.properties, contours[0]!.properties);
      engine.close(image);
      assert.equal(engine.stats().bytes, 0);
      engine.dispose();
    });

    it(`${id} refuses a constant image and one pixel with a coded error, or gives a contour`, async () => {
      const engine = await createEngine({ backend: 'cpu' });
      for (const [side, init] of [
        [64, { x: 10, y: 10, width: 30, height: 30 }],
        [1, { x: 0, y: 0, width: 1, height: 1 }],
      ] as const) {
        const image = await engine.load({ width: side, height: side, data: new Uint8Array(side * side).fill(7) });
        const said = await engine.segment(image, { algorithm: id, init }).outcome.then(
          ({ contours }) => (contours.length > 0 ? 'a contour' : 'nothing'),
          (error: { code?: string }) => error.code,
        );
        assert.ok(['a contour', 'nothing-found', 'bad-init'].includes(String(said)), `${side}: ${said}`);
        engine.close(image);
      }
      assert.equal(engine.stats().bytes, 0);
    });
  }
});

describe('the default algorithm', () => {
  it('is the one of that name wherever it stands in the list, else the first', () => {
    assert.equal(new Registry(builtIn.toReversed()).get().id, defaultAlgorithm);
    const [first, ...others] = builtIn.filter(({ id }) => id !== defaultAlgorithm);
    assert.equal(new Registry([first!, ...others]).get().id, first!.id);
    assert.throws(() => new Registry([]).get(), coded('bad-parameter'));
  });
});

describe('algorithms of one id', () => {
  it('count by the last that is registered, in whatever order they are taken out', () => {
    const [own] = builtIn;
    const registry = new Registry([own!]);
    const title = (): string => registry.get(own!.id).title;
    const first = registry.register({ ...own!, title: 'first' });
    const second = registry.register({ ...own!, title: 'second' });
    assert.equal(title(), 'second');
    first();
    first();
    assert.equal(title(), 'second');
    second();
    assert.equal(title(), own!.title);
    assert.equal(registry.infos.length, 1);
  });
});
