import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { log2Q12, log2Q44, log2Table } from '../../../../src/core/numbers/fixed-log2.js';
import { naturalLog } from '../../../../src/core/numbers/logarithm.js';
import { Random } from '../../../support/random.js';

const near = (got: number, wanted: number, tolerance: number): void =>
  assert.ok(Math.abs(got - wanted) <= tolerance, `${got} is not ${wanted}`);

test('the logarithm in doubles is within an ulp or so of the truth', () => {
  const value = fc.tuple(fc.double({ min: 1, max: 10, noNaN: true }), fc.integer({ min: -30, max: 30 }));
  fc.assert(
    fc.property(value, ([mantissa, exponent]) => {
      const wanted = Math.log(mantissa * 10 ** exponent);
      near(naturalLog(mantissa * 10 ** exponent), wanted, 2.3e-16 * Math.max(1, Math.abs(wanted)));
    }),
    { numRuns: 5000 },
  );
  assert.equal(naturalLog(1), 0);
});

test('the logarithm of 44 fraction bits is within its proven error, and exact for powers of two', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: (1n << 128n) - 1n }), fc.integer({ min: 0, max: 127 }), (large, shift) => {
      const value = (large >> BigInt(shift)) + 1n;
      const wanted = Math.log2(Number(value));
      near(Number(log2Q44(value)) / 2 ** 44, wanted, 1.4e-12 + wanted * 2 ** -52);
    }),
    { numRuns: 2000 },
  );
  // The product of the factors falls short of 2 by less than 2⁻⁴⁴.
  for (let e = 0; e < 128; e++) near(Number(log2Q44(1n << BigInt(e)) - (BigInt(e) << 44n)), 0, 24);
  assert.equal(log2Table.length, 44);
});

test('the logarithm of 12 fraction bits is good to a few of its last bits', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 53, maxExcluded: true, noNaN: true }), (power) => {
      const value = Math.floor(2 ** power);
      near(log2Q12(value) / 4096, Math.log2(value), 1.5e-3);
    }),
    { numRuns: 2000 },
  );
});

test('log2Q44 in two parts is the same as in one whole number, at every length and beside every power of two', () => {
  const inOne = (value: bigint): bigint => {
    const exponent = value.toString(2).length - 1;
    let m = exponent >= 62 ? value >> BigInt(exponent - 62) : value << BigInt(62 - exponent);
    let y = 0n;
    for (let k = 1; k <= 44; k++) {
      const t = m + (m >> BigInt(k));
      if (t > 1n << 63n) continue;
      m = t;
      y += log2Table[k - 1]!;
    }
    return (BigInt(exponent + 1) << 44n) - y;
  };
  const random = new Random(61);
  for (let bits = 1; bits <= 128; bits++) {
    const least = 1n << BigInt(bits - 1);
    const values = [least, least + 1n, 2n * least - 1n, least + (least >> 1n), (4n * least) / 3n];
    for (let k = 0; k < 60; k++) {
      let word = 0n;
      for (let part = 0; part < 4; part++) word = (word << 32n) | BigInt(random.word());
      values.push(least + (word % least));
    }
    for (const value of values) assert.equal(log2Q44(value), inOne(value), String(value));
  }
});

test('the logarithm in doubles of what has none, or a long way from one, is that of Math.log', () => {
  for (const value of [Number.NaN, -1, Number.NEGATIVE_INFINITY, 0, -0, Number.POSITIVE_INFINITY])
    assert.equal(naturalLog(value), Math.log(value), String(value));
  for (const value of [5e-324, 2 ** -1023, 2 ** -1022, Number.MAX_VALUE])
    near(naturalLog(value), Math.log(value), 2e-13);
});
