import assert from 'node:assert/strict';
import { test } from 'node:test';
import { powerFrom, powerUpTo } from '../../../../src/core/numbers/powers-of-two.js';

test('powers of two next to a value are exact, also beside a power', () => {
  for (let k = 1; k <= 50; k++) {
    const power = 2 ** k;
    assert.deepEqual([power - 0.5, power, power + 0.5].map(powerFrom), [power, power, 2 * power]);
    assert.deepEqual([power - 0.5, power, power + 0.5].map(powerUpTo), [power / 2, power, power]);
  }
  assert.deepEqual([0, 0.3, 1].map(powerFrom), [1, 1, 1]);
  assert.deepEqual([0, 0.3, 1].map(powerUpTo), [1, 1, 1]);
});
