/** Runs of a mask's set bytes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countSet, eachSetRun, newBits, packBits } from '../../../src/level-set/bits/bits.js';

test('the runs of a mask are its set bytes, each once, in order, wherever words begin', () => {
  const byte = fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 80 }), fc.nat(3), (bytes, skipped) => {
      const mask = Uint8Array.from(bytes).subarray(skipped);
      const found: number[] = [];
      eachSetRun(mask, (from, until) => {
        assert.ok(from < until);
        for (let at = from; at < until; at++) found.push(at);
      });
      const wanted = [...mask.keys()].filter((at) => mask[at] !== 0);
      assert.deepEqual(found, wanted);
      assert.equal(countSet(mask), wanted.length);
    }),
  );
});

test('rows of a mask are packed one by one, also where a run goes on in the next', () => {
  const grid = { width: 35, height: 3, depth: 1 };
  const mask = new Uint8Array(105).fill(7, 30, 100);
  const wanted = newBits(grid);
  for (let cell = 30; cell < 100; cell++) {
    const [row, x] = [Math.floor(cell / 35), cell % 35];
    wanted[2 * row + (x >>> 5)]! |= 1 << (x & 31);
  }
  assert.deepEqual(packBits(grid, mask), wanted);
});
