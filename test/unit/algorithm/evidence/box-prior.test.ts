import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxPrior, boxPriorRows } from '../../../../src/algorithm/evidence/box-prior.js';
import type { Box } from '../../../../src/core/geometry/rect.js';
import { Random } from '../../../support/random.js';

const nowhere = { left: false, top: false, right: false, bottom: false };

/** 100·w + 128 as the module's comment has it, before it is rounded. */
const wanted = (x: number, y: number, { x0, y0, x1, y1 }: Box): number => {
  const u = (2 * (x + 0.5) - x0 - x1) / (x1 - x0);
  const v = (2 * (y + 0.5) - y0 - y1) / (y1 - y0);
  const rho = Math.cbrt(Math.abs(u) ** 3 + Math.abs(v) ** 3);
  return 128 + 100 * Math.max(-1, Math.min(0.8, (0.78 - rho) / 0.25));
};

test('every pixel has the value of its place in the box, wherever the box lies', async () => {
  const random = new Random(101);
  const seen = new Set<number>();
  for (let trial = 0; trial < 60; trial++) {
    const [width, height] = [random.between(1, 70), random.between(1, 50)];
    // From smaller than the region to so large that all of it has one value.
    const [w, h] = [random.between(1, 40) << (trial % 8), random.between(1, 40) << (trial % 8)];
    const [left, top] = [random.between(-w, width), random.between(-h, height)];
    const box = { x0: left, y0: top, x1: left + w, y1: top + h };
    const plane = await boxPrior({ width, height }, box, nowhere, trial % 2 === 0 ? 8 : 16);
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at++) {
        const exact = wanted(x, y, box);
        seen.add(plane[at]!);
        const off = Math.abs(plane[at]! - exact);
        assert.ok(off <= 0.5 + 1e-9, `trial ${trial}: ${x}, ${y} is ${plane[at]}, not ${exact}`);
      }
    }
  }
  assert.ok(seen.has(28) && seen.has(208) && seen.size === 181, `${seen.size} values`);
});

test('rows of it are those of the whole, to the last bit', async () => {
  const random = new Random(109);
  for (let trial = 0; trial < 40; trial++) {
    const size = { width: random.between(1, 70), height: random.between(2, 90) };
    const [left, top] = [random.between(-9, 9), random.between(-9, 9)];
    const box = { x0: left, y0: top, x1: left + random.between(1, 90), y1: top + random.between(1, 90) };
    const border = { ...nowhere, top: trial % 2 === 0, bottom: trial % 3 === 0 };
    const whole = await boxPrior(size, box, border, 8);
    const first = random.between(1, size.height - 1);
    const rows = random.between(1, size.height - first);
    const rowsOf = boxPriorRows(size, box, border, 8);
    const part = whole.slice(first * size.width, (first + rows) * size.width);
    assert.deepEqual(await rowsOf(first, rows), part);
    assert.deepEqual(await rowsOf(first, rows, await rowsOf(0, size.height)), part);
  }
});

test('a side on the image border is moved outwards', async () => {
  const size = { width: 40, height: 30 };
  const box = { x0: 0, y0: 0, x1: 20, y1: 20 };
  const plane = await boxPrior(size, box, { left: true, top: false, right: false, bottom: true }, 8);
  assert.deepEqual(plane, await boxPrior(size, { x0: -3, y0: 0, x1: 20, y1: 23 }, nowhere, 8));
});

test('a box that has no width at a coarse level is left everywhere', async () => {
  const plane = await boxPrior({ width: 9, height: 7 }, { x0: 4, y0: 1, x1: 4, y1: 6 }, nowhere, 8);
  assert.ok(plane.every((value) => value === 28));
});
