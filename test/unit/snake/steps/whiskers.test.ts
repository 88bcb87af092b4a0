import assert from 'node:assert/strict';
import { test } from 'node:test';
import { twiceArea } from '../../../../src/core/ring.js';
import { withoutWhiskers } from '../../../../src/snake/steps/whiskers.js';

const square = [10, 10, 30, 10, 30, 30, 10, 30];

test('a ring that is wide everywhere has no whiskers', () => {
  assert.equal(withoutWhiskers(square), undefined);
  assert.equal(withoutWhiskers([0, 0, 4, 0, 4, 20, 0, 20]), undefined);
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
  assert.equal(
    withoutWhiskers([0, 0, 1100, 0, 1100, 1000, 1500, 1000, 1500, 1001, 1100, 1001, 1100, 1100, 0, 1100]),
    undefined,
  );
});
