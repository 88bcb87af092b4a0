import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ContourFeature, createEngine, type ImageSource } from '../../../../src/engine.js';
import { coded } from '../../../support/errors.js';
import { Random } from '../../../support/random.js';

const [width, height] = [640, 320];
const LEFT = { x: 0, y: 0, width: 320, height };
const RIGHT = { x: 320, y: 0, width: 320, height };
const WHOLE = { x: 0, y: 0, width, height };

/** Tissue with nuclei on the left, and glass with a gradient and a few faint specks on the right. */
const slide = (): Uint8Array => {
  const random = new Random(11);
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const noise = random.between(-4, 4);
    if (x >= 310) return (Math.hypot((x % 97) - 48, (y % 89) - 44) < 6 ? 222 : 232 + x / 60) + noise;
    return (Math.hypot((x % 22) - 11, (y % 20) - 10) < 6 ? 90 : 170) + noise;
  });
};

const rings = (contours: readonly { readonly geometry: unknown }[]): unknown[] =>
  contours.map(({ geometry }) => geometry);

test('a region without objects has none where the area shows what an object is', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width, height, data: slide() });
  const alone = await engine.segment(image, { init: 'auto', level: 0, domain: RIGHT }).outcome;
  assert.ok(alone.contours.length > 0, 'specks stand out on glass');
  const inArea = engine.segment(image, { init: 'auto', level: 0, domain: RIGHT, within: WHOLE }).outcome;
  await assert.rejects(inArea, coded('nothing-found'));
  const { contours } = await engine.segment(image, { init: 'auto', level: 0, domain: LEFT, within: WHOLE }).outcome;
  assert.ok(contours.length > 180, `${contours.length} contours`);
  engine.dispose();
});

test('a domain that is its own area is searched as it is without one', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width, height, data: slide() });
  const plain = await engine.segment(image, { init: 'auto', level: 0, domain: LEFT }).outcome;
  const own = await engine.segment(image, { init: 'auto', level: 0, domain: LEFT, within: LEFT }).outcome;
  assert.deepEqual(rings(own.contours), rings(plain.contours));
  engine.dispose();
});

/** Two dark discs, with noise of at most so much. */
const discs = (noise: number): Uint8Array => {
  const random = new Random(5);
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isDark = Math.hypot(x - 200, y - 160) < 130 || Math.hypot(x - 480, y - 160) < 90;
    return (isDark ? 60 : 160) + random.between(-noise, noise);
  });
};

for (const noise of [9, 0])
  test(`a domain inside an object, with noise of ${noise}, is a piece of it as a whole, with the statistics of its samples`, async () => {
    const data = discs(noise);
    const engine = await createEngine({ backend: 'cpu' });
    const image = await engine.load({ width, height, data });
    const domain = { x: 150, y: 110, width: 90, height: 100 };
    const search = (its: typeof domain) =>
      engine.segment(image, { init: 'auto', level: 0, domain: its, within: WHOLE }).outcome;
    const { contours } = await search(domain);
    assert.equal(contours.length, 1);
    const [{ geometry, properties }] = contours as [ContourFeature];
    const corners = [
      [150, 110],
      [240, 110],
      [240, 210],
      [150, 210],
      [150, 110],
    ];
    assert.deepEqual(geometry, { type: 'Polygon', coordinates: [corners] });
    const {
      'Outside mean': _1,
      'Outside std dev': _2,
      ...expected
    } = await engine.measure(image, geometry, { domain });
    assert.deepEqual(properties.measurements, expected);
    await assert.rejects(search({ x: 560, y: 10, width: 70, height: 60 }), coded('nothing-found'));
    engine.dispose();
  });

/** The contours of both halves, searched in an order, at once or not. */
const halves = async (image: ImageSource, order: readonly (typeof LEFT)[], atOnce: boolean) => {
  const engine = await createEngine({ backend: 'cpu' });
  const found = async (domain: typeof LEFT) => {
    const run = engine.segment(image, { init: 'auto', level: 0, domain, within: WHOLE });
    const contours = await run.outcome.then(
      (outcome) => rings(outcome.contours),
      (error: unknown) => {
        assert.ok(domain === RIGHT && coded('nothing-found')(error), String(error));
        return [];
      },
    );
    return [domain.x, contours] as const;
  };
  const all = new Map<number, readonly unknown[]>();
  if (atOnce) for (const [x, its] of await Promise.all(order.map(found))) all.set(x, its);
  else for (const domain of order) all.set(...(await found(domain)));
  engine.dispose();
  return [all.get(LEFT.x), all.get(RIGHT.x)];
};

test('regions have the same contours in any order, and at once', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width, height, data: slide() });
  const first = await halves(image, [LEFT, RIGHT], false);
  assert.deepEqual(await halves(image, [RIGHT, LEFT], false), first);
  assert.deepEqual(await halves(image, [RIGHT, LEFT], true), first);
  engine.dispose();
});

test('a region goes on where the one that looked at the area is aborted', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width, height, data: slide() });
  const leave = new AbortController();
  const request = { init: 'auto', level: 0, domain: LEFT, within: WHOLE } as const;
  const aborted = engine.segment(image, request, { signal: leave.signal });
  const states = aborted[Symbol.asyncIterator]();
  await states.next();
  const other = engine.segment(image, request).outcome;
  leave.abort();
  await assert.rejects(aborted.outcome, { name: 'AbortError' });
  const { contours } = await other;
  assert.ok(contours.length > 180, `${contours.length} contours`);
  engine.dispose();
});

test('an area outside of the image, or of another kind, is refused', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width, height, data: slide() });
  for (const within of [{ x: 9000, y: 0, width: 10, height: 10 }, 'all', 7]) {
    const request = { init: 'auto', within } as unknown as Parameters<typeof engine.segment>[1];
    await assert.rejects(async () => engine.segment(image, request).outcome, coded('bad-parameter', 'within'));
  }
  engine.dispose();
});

test('objects on quiet ground are found in an area whose windows where something is show nothing', async () => {
  const side = 1600;
  const random = new Random(5);
  // Noise above differs from pixel to pixel far more than the ground below and its discs.
  const data = Uint8Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [i % side, Math.floor(i / side)];
    if (y < 800) return 120 + random.between(-60, 60);
    return (Math.hypot((x % 80) - 40, (y % 80) - 40) < 10 ? 50 : 120) + random.between(-3, 3);
  });
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width: side, height: side, data });
  const within = { x: 0, y: 0, width: side, height: side };
  const domain = { x: 0, y: 800, width: 800, height: 800 };
  const { contours } = await engine.segment(image, { init: 'auto', level: 0, domain, within }).outcome;
  assert.equal(contours.length, 100);
  engine.dispose();
});
