/** Which contours fit the box that was drawn round their object. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUneven } from '../../../../src/snake/weighing/uneven.js';

const box = { x0: 100, y0: 50, x1: 300, y1: 150 };
const inside = { left: false, top: false, right: false, bottom: false };
/** Bounds that leave so many hundredths of the box's sides. */
const leaving = (left: number, top: number, right: number, bottom: number) => ({
  x0: box.x0 + 2 * left,
  y0: box.y0 + top,
  x1: box.x1 - 2 * right,
  y1: box.y1 - bottom,
});

test('a contour that leaves as much space everywhere fits a tight box and a loose one', () => {
  for (const space of [0, 10, 25]) {
    assert.equal(isUneven({ box, border: inside, its: leaving(space, space, space, space) }), false, `${space}`);
  }
  assert.equal(isUneven({ box, border: inside, its: leaving(2, 10, 12, 5) }), false, 'as a person draws it');
});

test('one that falls short of a side, or reaches only one of them, does not', () => {
  assert.equal(isUneven({ box, border: inside, its: leaving(5, 5, 17, 5) }), true);
  assert.equal(isUneven({ box, border: inside, its: leaving(15, 3, 15, 15) }), true);
  assert.equal(
    isUneven({ box, border: inside, its: leaving(-6, 6, 6, 6) }),
    true,
    'beyond a side, without confinement',
  );
});

test('what the image cuts off leaves no space there', () => {
  const border = { ...inside, left: true, top: true };
  assert.equal(isUneven({ box, border, its: leaving(0, 0, 14, 14) }), false);
  assert.equal(isUneven({ box, border, its: leaving(0, 0, 3, 16) }), true);
  const all = { left: true, top: true, right: true, bottom: true };
  assert.equal(isUneven({ box, border: all, its: leaving(0, 30, 0, 0) }), false, 'a box as large as the image');
});
