import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addTo64, double64, readSigned, readWide, store64, writeWide } from '../../../../src/core/numbers/wide.js';

const whole = (bits: number) => fc.bigInt({ min: -(1n << BigInt(bits)), max: 1n << BigInt(bits) });

test('what is written is read again, modulo the width', () => {
  fc.assert(
    fc.property(whole(140), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 3 }), (value, count, at) => {
      const words = new Uint32Array(8).fill(7);
      writeWide(words, at, count, value);
      assert.equal(readWide(words, at, count), BigInt.asUintN(32 * count, value));
      assert.equal(readSigned(words, at, count), BigInt.asIntN(32 * count, value));
      assert.equal(
        words.filter((_, i) => i < at || i >= at + count).every((word) => word === 7),
        true,
      );
    }),
  );
});

test('pairs of doubles are stored as their sum modulo 2⁶⁴', () => {
  fc.assert(
    fc.property(whole(52), whole(51), (low, high) => {
      const words = new Uint32Array(2);
      store64(words, 0, Number(low), Number(high));
      assert.equal(readWide(words, 0, 2), BigInt.asUintN(64, low + (high << 32n)));
    }),
  );
});

test('a number is added modulo 2⁶⁴', () => {
  fc.assert(
    fc.property(whole(64), whole(53), (before, value) => {
      const words = new Uint32Array(2);
      writeWide(words, 0, 2, before);
      addTo64(words, 0, Number(value));
      assert.equal(readWide(words, 0, 2), BigInt.asUintN(64, before + value));
    }),
  );
});

test('64 bits as a double are the nearest one', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), (value) => {
      const words = new Uint32Array(2);
      writeWide(words, 0, 2, value);
      assert.equal(double64(words, 0), Number(value));
    }),
  );
});
