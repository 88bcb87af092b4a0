import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toNobody } from '../../../../../src/core/told.js';
import { bestMap } from '../../../../../src/snake/find/map/best-map.js';
import { partsOf } from '../../../../../src/snake/find/map/parts.js';
import { ANY_APPEARANCE } from '../../../../../src/snake/find/map/planes.js';
import { rejoined } from '../../../../../src/snake/find/map/rejoined.js';
import { Random } from '../../../../support/random.js';

const { signal } = new AbortController();
const [width, height] = [300, 200];
const discs = [
  { x: 105, y: 100 },
  { x: 175, y: 100 },
];

/** Two large discs that overlap, with noise. @param between how much less bright the place is where they meet */
const dumbbell = (between: number) => {
  const random = new Random(11);
  const data = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const inside = discs.some((disc) => Math.hypot(x - disc.x, y - disc.y) < 52);
    const gap = between * Math.max(0, 1 - Math.abs(x - 140) / 12);
    return (inside ? 180 - gap : 60) + random.between(-5, 5);
  });
  return { width, height, bands: 1, data };
};

test('one object with a waist stays one, and two that touch with a gap between them are two', async () => {
  for (const [between, objects] of [
    [0, 1],
    [80, 2],
  ] as const) {
    const map = await bestMap(dumbbell(between), ANY_APPEARANCE, { signal, tell: toNobody });
    assert.equal(map && partsOf(map.labels, map).length, objects, `${between} less between them`);
  }
});

test('what is one again has the least label, over as many cuts as there are, and what does not touch stays', () => {
  const size = { width: 9, height: 2 };
  const labels = Int32Array.from([3, 3, 2, 2, 5, 5, 0, 7, 7, 3, 3, 2, 2, 5, 5, 0, 7, 7]);
  const even = new Uint16Array(18).fill(9);
  assert.deepEqual([...rejoined(labels, even, size, 0)], [2, 2, 2, 2, 2, 2, 0, 7, 7, 2, 2, 2, 2, 2, 2, 0, 7, 7]);
  // A gap between the second and the third.
  const gap = Uint16Array.from(labels, (_, i) => ([3, 4].includes(i % 9) ? 5 : 9));
  assert.deepEqual([...rejoined(labels, gap, size, 0)], [2, 2, 2, 2, 5, 5, 0, 7, 7, 2, 2, 2, 2, 5, 5, 0, 7, 7]);
  // Two squares with a bridge of one pixel, seen whole, or cut off by the edge.
  const bridged = (side: number, frame: number): Int32Array =>
    Int32Array.from({ length: side * side }, (_, i) => {
      const [x, y] = [(i % side) - frame, Math.floor(i / side) - frame];
      const isOn = x >= 0 && y >= 0 && x < 9 && y < 9 && (x !== 4 || y === 4);
      return isOn ? (x < 5 ? 1 : 2) : 0;
    });
  const joinedIn = (its: Int32Array, side: number): Int32Array =>
    rejoined(its, new Uint16Array(side * side).fill(9), { width: side, height: side }, 0);
  assert.deepEqual(joinedIn(bridged(11, 1), 11), bridged(11, 1));
  assert.deepEqual([...new Set(joinedIn(bridged(9, 0), 9))], [1, 0]);
  // What the next row begins with is no neighbour of what this one ends with.
  const rows = Int32Array.from([0, 1, 2, 0]);
  assert.deepEqual([...rejoined(rows, new Uint16Array(4), { width: 2, height: 2 }, 0)], [0, 1, 2, 0]);
});
