/** Objects with parts that are finer than what a search looks at. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../../../src/engine.js';

const [WIDTH, HEIGHT] = [2250, 1500];

/** Dark lakes of unlike sizes, into each of which tongues of land reach six pixels wide, fewer than two where the search looks. */
const lakes = [
  { x: 450, y: 390, radius: 285 },
  { x: 1230, y: 330, radius: 180 },
  { x: 1860, y: 495, radius: 225 },
  { x: 630, y: 1140, radius: 240 },
  { x: 1410, y: 1050, radius: 345 },
];

/** A value of 0 to 1 of a whole place, without a pattern. */
const valueAt = (i: number, j: number): number => {
  const word = Math.imul(Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca6b), 0xc2b2ae35);
  return ((word ^ (word >>> 15)) >>> 0) / 2 ** 32;
};

/** Values of 0 to 1 at whole places; between them those of the four places round it, weighed by nearness. */
const uneven = (x: number, y: number): number => {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - left, y - top];
  const above = valueAt(left, top) * (1 - right) + valueAt(left + 1, top) * right;
  const below = valueAt(left, top + 1) * (1 - right) + valueAt(left + 1, top + 1) * right;
  return above * (1 - down) + below * down;
};

const ground = (x: number, y: number): number =>
  100 + 20 * uneven(x / 160, y / 160) + 20 * uneven(x / 45, y / 45) + 10 * uneven(x / 14, y / 14);

/** Whether a place is on water. */
const isWater = (x: number, y: number): boolean => {
  for (const lake of lakes) {
    if ((x - lake.x) ** 2 + (y - lake.y) ** 2 < lake.radius ** 2) return y >= lake.y - lake.radius / 2 || x % 64 >= 6;
  }
  return false;
};

/** A scene of lakes on uneven ground. */
const lakeland = (): Uint8Array => {
  const data = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0, k = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, k++) {
      data[k] = Math.round(isWater(x + 0.5, y + 0.5) ? 30 : ground(x + 0.5, y + 0.5)) + ((k * 7919 + y * 31) % 13);
    }
  }
  return data;
};

test('a search leaves out no object whose outline is finer than what it looks at, and takes no texture for one', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width: WIDTH, height: HEIGHT, data: lakeland() });
  assert.ok(image.levels.length > 1);
  const { contours } = await engine.segment(image, { init: 'auto' }).outcome;
  engine.dispose();
  const areas = contours.map(({ properties }) => properties.measurements['Area px^2']!);
  assert.equal(areas.length, lakes.length);
  for (const { radius } of lakes) {
    const whole = Math.PI * radius ** 2;
    assert.ok(
      areas.some((area) => Math.abs(area - whole) < 0.1 * whole),
      `${radius} of ${areas}`,
    );
  }
});
