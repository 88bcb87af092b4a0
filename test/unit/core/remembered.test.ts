import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { remembered } from '../../../src/core/remembered.js';

describe('a function that remembers its last call', () => {
  it('computes again only where an argument is another value', () => {
    let calls = 0;
    const sum = remembered((a: number, b: number) => {
      calls++;
      return a + b;
    });
    assert.deepEqual([sum(1, 2), sum(1, 2), calls], [3, 3, 1]);
    assert.deepEqual([sum(1, 3), calls], [4, 2]);
    assert.deepEqual([sum(1, 2), calls], [3, 3]);
    assert.deepEqual([sum(Number.NaN, 2), sum(Number.NaN, 2), calls], [Number.NaN, Number.NaN, 4]);
  });

  it('remembers a result of nothing, too', () => {
    let calls = 0;
    const nothing = remembered(() => void calls++);
    nothing();
    nothing();
    assert.equal(calls, 1);
  });
});
