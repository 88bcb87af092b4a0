import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toNobody } from '../../../../../src/core/told.js';
import { scaledPlane } from '../../../../../src/snake/find/map/object-map.js';
import { partedMap } from '../../../../../src/snake/find/map/parted.js';
import { partsOf } from '../../../../../src/snake/find/map/parts.js';
import { surestMap } from '../../../../../src/snake/find/map/surest-map.js';

const { signal } = new AbortController();
const SIDE = 240;
const GROUND = 6000;
/** Steps from one shape to the next. */
const STEP = 40;

/** A shape by the offsets from its middle, in pixels. */
type Shape = (x: number, y: number) => boolean;
const disc: Shape = (x, y) => Math.hypot(x, y) < 10;
const cross: Shape = (x, y) => Math.max(Math.abs(x), Math.abs(y)) < 15 && Math.min(Math.abs(x), Math.abs(y)) < 3;

/** A shape in each field of a lattice, on a ground with some grain. @param brightness of the shape in a field */
const plane = (shape: Shape, brightness: (field: number) => number) => {
  const values = Uint16Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    const field = Math.floor(y / STEP) * (SIDE / STEP) + Math.floor(x / STEP);
    const inside = shape((x % STEP) + 0.5 - STEP / 2, (y % STEP) + 0.5 - STEP / 2);
    return GROUND + ((i * 7919) % 500) + (inside ? brightness(field) : 0);
  });
  return { name: 'x', channel: 'x', width: SIDE, height: SIDE, values };
};

const mapsOf = async (of: ReturnType<typeof plane>) => {
  const scaled = (await scaledPlane(of, 1, signal))!;
  const parted = await partedMap(scaled, signal);
  return { parted, found: await surestMap(scaled, { signal, tell: toNobody }, parted) };
};

const count = (labels: Int32Array): number => partsOf(labels, { width: SIDE, height: SIDE }).length;

test('dim objects are found beside bright ones, below the threshold that parts these from the ground', async () => {
  const { parted, found } = await mapsOf(plane(disc, (field) => (field % 3 === 0 ? 14000 : 50000)));
  assert.equal(count(parted.labels), 24);
  assert.equal(count(found.labels), 36);
});

test('what is no ellipse is found as before', async () => {
  const { parted, found } = await mapsOf(plane(cross, () => 50000));
  assert.deepEqual([count(parted.labels), count(found.labels)], [36, 36]);
  assert.deepEqual(found.labels.map(Math.sign), parted.labels.map(Math.sign));
});

test('few objects, and none, stay as they are', async () => {
  const { parted, found } = await mapsOf(plane(disc, (field) => (field < 3 ? 50000 : 0)));
  assert.equal(count(parted.labels), 3);
  assert.deepEqual(found.labels, parted.labels);
});
