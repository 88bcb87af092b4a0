import assert from 'node:assert/strict';
import { test } from 'node:test';
import { naturalExp } from '../../../../src/core/numbers/exponential.js';

test('e^x to the last few bits, over all of its range', () => {
  for (let x = -699; x <= 699; x += 0.37) {
    const wanted = Math.exp(x);
    assert.ok(Math.abs(naturalExp(x) - wanted) <= 1e-13 * wanted, `e^${x}: ${naturalExp(x)}, ${wanted}`);
  }
  assert.equal(naturalExp(0), 1);
  assert.equal(naturalExp(-1e6), 0);
});

test('powers of two from a table leave every bit as it was', () => {
  const plain = (x: number): number => {
    const k = Math.round(x / Math.LN2);
    const r = x - k * 0.6931471803691238 - k * 1.9082149292705877e-10;
    let sum = 1;
    for (let n = 14; n >= 1; n--) sum = 1 + (sum * r) / n;
    return sum * 2 ** k;
  };
  for (let x = -700; x <= 800; x += 0.043) assert.equal(naturalExp(x), plain(x), `e^${x}`);
});
