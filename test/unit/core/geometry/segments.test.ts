import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldsBack, isInside, meetingPoint } from '../../../../src/core/geometry/segments.js';

test('segments that cross or touch have a common point, others have none', () => {
  assert.deepEqual(meetingPoint([0, 0], [4, 4], [0, 4], [4, 0]), [2, 2]);
  assert.deepEqual(meetingPoint([0, 0], [4, 0], [2, 0], [2, 5]), [2, 0]);
  assert.deepEqual(meetingPoint([0, 0], [4, 0], [3, 0], [9, 0]), [3, 0]);
  assert.equal(meetingPoint([0, 0], [4, 0], [5, 0], [9, 0]), undefined);
  assert.equal(meetingPoint([0, 0], [4, 0], [0, 1], [4, 1]), undefined);
});

test('the answer is exact where the last bit of a coordinate decides', () => {
  const next = 0.5 + Number.EPSILON / 2;
  assert.equal(meetingPoint([0, 0], [1, 1], [0.5, next], [0, 1]), undefined);
  assert.notEqual(meetingPoint([0, 0], [1, 1], [0.5, 0.5], [0, 1]), undefined);
});

test('a way folds back only where it returns along its own line', () => {
  assert.equal(foldsBack([0, 0], [4, 0], [2, 0]), true);
  assert.equal(foldsBack([0, 0], [4, 0], [6, 0]), false);
  assert.equal(foldsBack([0, 0], [4, 0], [2, 1]), false);
});

test('a point is inside a ring as the exact ring has it', () => {
  const square = [0, 0, 4, 0, 4, 4, 0, 4];
  const turned = [0, 4, 4, 4, 4, 0, 0, 0];
  for (const ring of [square, turned]) {
    assert.equal(isInside(ring, [2, 2]), true);
    assert.equal(isInside(ring, [5, 2]), false);
    assert.equal(isInside(ring, [-1, 2]), false);
  }
  // Nearer to the edge from (44, 32) to (40, 40) than a double of the place on it: left of it all the same.
  assert.equal(isInside([24, 19, 44, 32, 40, 40], [43.8, 32.4]), true);
  assert.equal(isInside([40, 40, 44, 32, 24, 19], [43.8, 32.4]), true);
});
