/** Lengths of edges are the doubles nearest to them, in every engine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lengthOf } from '../../../../src/core/geometry/ring.js';

test('the length of an edge between whole positions is the nearest double', () => {
  for (const [x, y] of [
    [1, 5],
    [3, 4],
    [2, 7],
    [299, 298],
    [4093, 8191],
    [2 ** 25 - 1, 2 ** 24 + 3],
  ] as const) {
    const length = lengthOf([
      [7, 9],
      [7 + x, 9 - y],
    ]);
    const ulp = 2 ** (Math.floor(Math.log2(length)) - 52);
    // In units of half of a last digit, squares compare in whole numbers.
    const units = BigInt(length / ulp) * 2n;
    const square = (BigInt(x) ** 2n + BigInt(y) ** 2n) * BigInt(2 / ulp) ** 2n;
    assert.ok((units - 1n) ** 2n <= square && square <= (units + 1n) ** 2n, `${x}, ${y}`);
  }
});
