import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sceneOf } from '../../../../src/level-set/hints/scene.js';
import { ellipsoidPlane } from '../../../../src/level-set/speed/ellipsoid.js';
import { FORBIDDEN, MIDDLE } from '../../../../src/level-set/speed/held.js';
import { Random } from '../../../support/random.js';

const SIDE = 20;
const SIZE = 28;
const LOW = (SIZE - SIDE) / 2;
const border = { left: false, top: false, right: false, bottom: false };
const box = { x0: LOW, y0: LOW, x1: LOW + SIDE, y1: LOW + SIDE };

/** A bar of noise along a direction of the box's corners, from corner to corner, in noise of another mean. */
const barAlong = (signs: readonly [number, number, number], depth = SIZE): Uint8Array => {
  const random = new Random(7);
  const middle = (i: number, size: number): number => i + 0.5 - size / 2;
  return Uint8Array.from({ length: SIZE * SIZE * depth }, (_, cell) => {
    const p = [
      signs[0] * middle(cell % SIZE, SIZE),
      signs[1] * middle(Math.floor(cell / SIZE) % SIZE, SIZE),
      signs[2] * middle(Math.floor(cell / SIZE ** 2), depth),
    ] as const;
    const mean = (p[0] + p[1] + p[2]) / 3;
    const away = p.reduce((sum, each) => sum + (each - mean) ** 2, 0);
    return (away < 16 ? 100 : 130) + (random.word() % 40);
  });
};

const planeIn = (values: Uint8Array, depth = SIZE, slices: readonly [number, number] = [LOW, LOW + SIDE]) =>
  ellipsoidPlane(
    sceneOf({ grid: { width: SIZE, height: SIZE, depth }, planes: [values] }),
    { box, border, slices },
    slices,
  );

const at = (x: number, y: number, z: number): number => (z * SIZE + y) * SIZE + x;

test('the ellipsoid in a box leans as the object does', () => {
  const [near, far] = [LOW + 4, LOW + SIDE - 5];
  for (const signs of [
    [1, 1, 1],
    [1, -1, 1],
    [-1, 1, 1],
    [1, 1, -1],
  ] as const) {
    const plane = planeIn(barAlong(signs));
    const corner = (sign: number, turned: boolean): number => (sign > 0 !== turned ? near : far);
    for (const turned of [false, true]) {
      const [x, y, z] = signs.map((sign) => corner(sign, turned)) as [number, number, number];
      assert.ok(plane[at(x, y, z)]! > MIDDLE, `${signs}: an end of the object`);
      assert.ok(plane[at(x, y, near + far - z)]! < MIDDLE, `${signs}: a corner beside it`);
    }
  }
});

test('the ellipsoid touches all sides of the box, and nothing lies beyond them', () => {
  const plane = planeIn(barAlong([1, 1, 1]));
  const inside = { x: new Set<number>(), y: new Set<number>(), z: new Set<number>() };
  for (const [cell, value] of plane.entries()) {
    const [x, y, z] = [cell % SIZE, Math.floor(cell / SIZE) % SIZE, Math.floor(cell / SIZE ** 2)];
    const within = [x, y, z].every((each) => each >= LOW && each < LOW + SIDE);
    assert.equal(value === FORBIDDEN, !within);
    if (value < MIDDLE) continue;
    inside.x.add(x);
    inside.y.add(y);
    inside.z.add(z);
  }
  // A cell's centre is half a cell from the side.
  for (const its of Object.values(inside)) assert.ok(its.size >= SIDE - 2, `${its.size} of ${SIDE}`);
});

test('on two slices nothing leans along them', () => {
  const plane = planeIn(barAlong([1, 1, 1], 4), 4, [1, 3]);
  const slice = SIZE * SIZE;
  assert.deepEqual(plane.slice(slice, 2 * slice), plane.slice(2 * slice, 3 * slice));
  assert.ok(plane.subarray(0, slice).every((value) => value === FORBIDDEN));
});
