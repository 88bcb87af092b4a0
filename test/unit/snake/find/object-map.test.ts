import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toNobody } from '../../../../src/core/told.js';
import { createEngine } from '../../../../src/engine.js';
import { bestMap } from '../../../../src/snake/find/map/best-map.js';
import { partsOf } from '../../../../src/snake/find/map/parts.js';
import { ANY_APPEARANCE } from '../../../../src/snake/find/map/planes.js';
import { partOf } from '../../../../src/snake/find/map/windows/part-of.js';
import { Random } from '../../../support/random.js';

const { signal } = new AbortController();

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

const SIDE = 120;
/** Discs on a ground with a grain that no generator of random numbers is needed for. */
const discs = (found: readonly Disc[], inside: number, outside: number, grain = 3): Uint8Array =>
  Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    const within = found.some((disc) => Math.hypot(x + 0.5 - disc.x, y + 0.5 - disc.y) < disc.radius);
    return (within ? inside : outside) + ((i * 7919 + y * 31) % (2 * grain + 1)) - grain;
  });

const image = (data: Uint8Array, bands = 1) => ({ width: SIDE, height: SIDE, bands, data });

const touching = [
  { x: 30, y: 30, radius: 14 },
  { x: 55, y: 30, radius: 14 },
  { x: 80, y: 85, radius: 15 },
];

test('discs that touch are cut apart, whether they are brighter or darker', async () => {
  for (const [inside, outside] of [
    [180, 60],
    [60, 180],
  ] as const) {
    const map = await bestMap(image(discs(touching, inside, outside)), ANY_APPEARANCE, { signal, tell: toNobody });
    assert.ok(map);
    const parts = partsOf(map.labels, map);
    assert.equal(parts.length, 3);
    for (const { area } of parts) assert.ok(area > 500 && area < 800, `${area} pixels`);
    assert.ok(Math.abs(map.radius - 14) < 2, `a radius of ${map.radius}`);
  }
});

test('the polarity asked for is kept', async () => {
  const data = discs(touching, 180, 60);
  const map = await bestMap(image(data), { channel: 'auto', polarity: 'darker' }, { signal, tell: toNobody });
  // The ground is most of the image, and no object of it.
  assert.equal(map, undefined);
});

test('texture inside a large object is no object of its own', async () => {
  const large = { x: 60, y: 60, radius: 30 };
  const data = discs([large], 140, 40);
  for (const [x, y] of [
    [52, 52],
    [66, 58],
    [58, 70],
    [70, 70],
  ] as const) {
    for (let v = -3; v <= 3; v++) for (let u = -3; u <= 3; u++) data[(y + v) * SIDE + x + u] = 230;
  }
  const map = await bestMap(image(data), ANY_APPEARANCE, { signal, tell: toNobody });
  assert.ok(map);
  assert.equal(partsOf(map.labels, map).length, 1);
});

test('stained objects are found by the light that they take away', async () => {
  const grey = discs(touching, 0, 1, 0);
  // Violet on pink, as hematoxylin on eosin: the green of both is nearly the same.
  const data = Uint8Array.from({ length: 3 * SIDE * SIDE }, (_, i) => {
    const object = grey[Math.floor(i / 3)] === 0;
    return (object ? [90, 80, 150] : [225, 130, 190])[i % 3]! + ((i * 7919) % 9);
  });
  const map = await bestMap(image(data, 3), ANY_APPEARANCE, { signal, tell: toNobody });
  assert.ok(map);
  assert.equal(partsOf(map.labels, map).length, 3);
});

test('where all is alike nothing is found', async () => {
  assert.equal(
    await bestMap(image(new Uint8Array(SIDE * SIDE).fill(9)), ANY_APPEARANCE, { signal, tell: toNobody }),
    undefined,
  );
});

test('contours of touching objects do not run into each other', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    const opened = await engine.load(image(discs(touching, 180, 60)));
    const { contours } = await engine.segment(opened, { init: 'auto' }).outcome;
    assert.equal(contours.length, 3);
    for (const { properties } of contours) {
      const area = properties.measurements['Area px^2']!;
      assert.ok(area > 500 && area < 800, `${area} pixels`);
    }
  } finally {
    engine.dispose();
  }
});

test('one bright object on a grey picture of three bands is found too, which is no stain', async () => {
  const grey = discs([{ x: 60, y: 60, radius: 20 }], 200, 100);
  const map = await bestMap(
    image(
      Uint8Array.from({ length: 3 * grey.length }, (_, i) => grey[Math.floor(i / 3)]!),
      3,
    ),
    ANY_APPEARANCE,
    { signal, tell: toNobody },
  );
  assert.ok(map);
  assert.equal(partsOf(map.labels, map).length, 1);
});

test('independent noise holds no objects, and strong noise round a disc does not hide it', async () => {
  const random = new Random(11);
  const noise = (): number => random.between(-15, 15) + random.between(-15, 15);
  const ground = Uint8Array.from({ length: SIDE * SIDE }, () => 100 + noise());
  assert.equal(await bestMap(image(ground), ANY_APPEARANCE, { signal, tell: toNobody }), undefined);
  const found = discs([{ x: 60, y: 60, radius: 20 }], 170, 100).map((value) => value + noise());
  const map = await bestMap(image(found), ANY_APPEARANCE, { signal, tell: toNobody });
  assert.ok(map);
  assert.equal(partsOf(map.labels, map).length, 1);
});

test('the plane of a large image is chosen by a part of it, and its objects are found in all of it', async () => {
  const [width, height] = [1000, 600];
  const [columns, rows] = [20, 12];
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const inside = Math.hypot((x % 50) - 25, (y % 50) - 25) < 11;
    // Red and blue say nothing.
    const values = [(i * 7919) % 200, inside ? 190 : 60, (i * 104729) % 200];
    for (const [band, value] of values.entries()) data[3 * i + band] = value + ((i * 31 + band) % 7);
  }
  const samples = { width, height, bands: 3, data };
  const part = partOf(samples);
  assert.ok(part.width * part.height <= 2 ** 19 && part.width * part.height > 2 ** 18);
  assert.equal(part.data.length, 3 * part.width * part.height);
  assert.equal(partOf(part), part, 'a small image is its own part');
  const map = await bestMap(samples, ANY_APPEARANCE, { signal, tell: toNobody });
  assert.equal(map?.labels.length, width * height);
  assert.equal(partsOf(map!.labels, map!).length, columns * rows);
  const masked = { ...samples, missing: new Uint8Array(width * height).fill(1, 0, width) };
  assert.equal(
    partOf(masked).missing?.reduce((sum, gone) => sum + gone, 0),
    part.width,
  );
});
