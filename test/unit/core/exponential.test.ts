import assert from 'node:assert/strict';
import { test } from 'node:test';
import { naturalExp } from '../../../src/core/exponential.js';

test('e^x to the last few bits, over all of its range', () => {
  for (let x = -699; x <= 699; x += 0.37) {
    const wanted = Math.exp(x);
    assert.ok(Math.abs(naturalExp(x) - wanted) <= 1e-13 * wanted, `e^${x}: ${naturalExp(x)}, ${wanted}`);
  }
  assert.equal(naturalExp(0), 1);
  assert.equal(naturalExp(-1e6), 0);
});
