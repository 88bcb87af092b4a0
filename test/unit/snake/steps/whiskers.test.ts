import assert from 'node:assert/strict';
import { test } from 'node:test';
import { twiceArea } from '../../../../src/core/geometry/ring.js';
import { withoutWhiskers } from '../../../../src/snake/steps/whiskers.js';

const square = [10, 10, 30, 10, 30, 30, 10, 30];

test('a ring that is wide everywhere has no whiskers', () => {
  assert.equal(withoutWhiskers(square), undefined);
  assert.equal(withoutWhiskers([0, 0, 4, 0, 4, 20, 0, 20]), undefined);
  // Of the pixels round the vertex (25, 25) only the one above on the left lies inside.
  assert.equal(withoutWhiskers([10, 10, 30, 10, 30, 28, 25, 25, 28, 30, 10, 30]), undefined);
});

test('whiskers go, what is wide stays', () => {
  const whiskered = [10, 10, 30, 10, 30, 20, 50, 20, 50, 21, 30, 21, 30, 30, 10, 30];
  const ring = withoutWhiskers(whiskered) ?? [];
  const area = Math.abs(twiceArea(ring)) / 2;
  assert.ok(area > 370 && area <= 400, `${area}`);
  assert.ok(ring.every((value) => value >= 10 && value <= 32));
});

test('a ring that is all whisker stays as it is', () => {
  assert.equal(withoutWhiskers([0, 0, 40, 0, 40, 1, 0, 1]), undefined);
});

test('a ring whose bounding box is too large is left as it is', () => {
  // With its margins 1024 × 1024 pixels, which is looked at, and a row more.
  const whiskered = (below: number): number[] => [
    0,
    0,
    1000,
    0,
    1000,
    500,
    1018,
    500,
    1018,
    501,
    1000,
    501,
    1000,
    below,
    0,
    below,
  ];
  assert.notEqual(withoutWhiskers(whiskered(1018)), undefined);
  assert.equal(withoutWhiskers(whiskered(1019)), undefined);
  assert.equal(
    withoutWhiskers([0, 0, 1100, 0, 1100, 1000, 1500, 1000, 1500, 1001, 1100, 1001, 1100, 1100, 0, 1100]),
    undefined,
  );
});
