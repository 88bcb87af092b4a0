import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ofRank } from '../../../../src/core/numbers/rank.js';

test('the value of a rank is that of the sorted ones', () => {
  fc.assert(
    fc.property(
      fc.float64Array({ maxLength: 60, noNaN: true, min: -4, max: 4 }),
      fc.nat({ max: 60 }),
      (values, rank) => {
        // Sums with 0, so that 0 has one sign.
        const numbers = values.map((value, i) => (i % 3 === 0 ? Math.round(value) + 0 : value + 0));
        const sorted = numbers.toSorted();
        assert.equal(ofRank(numbers, rank), sorted[rank]);
      },
    ),
  );
});
