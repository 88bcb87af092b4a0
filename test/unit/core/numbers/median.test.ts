import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { medianOf } from '../../../../src/core/numbers/median.js';

test('the median is the value in the middle of the sorted ones, the upper of two', () => {
  fc.assert(
    fc.property(fc.uint32Array({ minLength: 1, maxLength: 40, max: 20 }), (values) => {
      const sorted = values.toSorted();
      assert.equal(medianOf(values), sorted[sorted.length >> 1]);
    }),
  );
});

test('of many values the bins leave the same one', () => {
  const shifts = [0, 8, 20, 26];
  fc.assert(
    fc.property(fc.uint32Array({ minLength: 100, maxLength: 400 }), fc.constantFrom(...shifts), (all, shift) => {
      const values = all.map((value, i) => (i % 5 === 0 ? value : value >>> shift));
      const sorted = values.toSorted();
      assert.equal(medianOf(values), sorted[sorted.length >> 1]);
    }),
  );
});
