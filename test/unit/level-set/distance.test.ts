/** Distances on grids against those of every pair of cells. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outlineDistances, squaredDistances } from '../../../src/level-set/hints/distance.js';
import { Random } from '../../support/random.js';

test('distances are those of the nearest cell with a flag, in images and in volumes', () => {
  const random = new Random(5);
  for (const grid of [
    { width: 9, height: 7, depth: 1 },
    { width: 6, height: 5, depth: 4 },
    { width: 1, height: 8, depth: 3 },
  ]) {
    const { width, height, depth } = grid;
    const at = (i: number): readonly number[] => [
      i % width,
      Math.floor(i / width) % height,
      Math.floor(i / (width * height)),
    ];
    const flags = Uint8Array.from({ length: width * height * depth }, () => (random.between(0, 5) === 0 ? 1 : 0));
    flags[3] = 1;
    flags[4] = 0;
    const nearest = (i: number, value: number): number =>
      flags.reduce((least, flag, k) => {
        if (flag !== value) return least;
        const [a, b] = [at(i), at(k)];
        return Math.min(
          least,
          a.reduce((sum, one, axis) => sum + (one - b[axis]!) ** 2, 0),
        );
      }, Number.POSITIVE_INFINITY);
    for (const value of [0, 1] as const) {
      assert.deepEqual(
        [...squaredDistances(flags, value, grid)],
        [...flags].map((_, i) => nearest(i, value)),
      );
    }
    const signed = [...flags].map((flag, i) =>
      flag ? 0.5 - Math.sqrt(nearest(i, 0)) : Math.sqrt(nearest(i, 1)) - 0.5,
    );
    assert.deepEqual([...outlineDistances(flags, grid)], signed);
    const far = outlineDistances(new Uint8Array(flags.length), grid);
    assert.ok(far.every((distance) => distance === width + height + depth - 0.5 || distance === flags.length - 0.5));
  }
});
