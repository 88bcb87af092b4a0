import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percentilesOf } from '../../../src/image/percentiles.js';
import type { SampleArray } from '../../../src/image/samples.js';
import { Random } from '../../support/random.js';

const percentages = [0, 0.5, 50, 99.5, 100];

test('percentiles are the values of those ranks in order, of every kind of samples', () => {
  const random = new Random(5);
  const kinds: readonly ((length: number) => SampleArray)[] = [
    (length) => Uint8Array.from({ length }, () => random.word() & 31),
    (length) => Uint16Array.from({ length }, () => random.word() & 65535),
    (length) =>
      Float32Array.from({ length }, () => ((random.word() & 7) === 0 ? Number.NaN : random.word() / 2 ** 31 - 1)),
  ];
  for (const [kind, make] of kinds.entries())
    for (const bands of [1, 3])
      for (const pixels of [1, 2, 199, 1000])
        for (const positive of [false, true]) {
          const data = make(pixels * bands);
          const missing = Uint8Array.from({ length: pixels }, () => ((random.word() & 3) === 0 ? 1 : 0));
          const band = bands - 1;
          const values = Array.from({ length: pixels }, (_, i) => data[i * bands + band]!)
            .filter((value, i) => missing[i] === 0 && Number.isFinite(value) && (!positive || value > 0))
            .sort((a, b) => a - b);
          const expected = percentages.map((each) => values[Math.round((each / 100) * (values.length - 1))]!);
          assert.deepEqual(
            percentilesOf({ width: pixels, height: 1, bands, data, missing }, band, percentages, positive),
            values.length === 0 ? undefined : expected,
            `kind ${kind}, ${bands} bands, ${pixels} pixels, positive ${positive}`,
          );
        }
});

test('there are none where no pixel counts', () => {
  const data = Uint16Array.of(0, 7);
  const missing = Uint8Array.of(0, 1);
  assert.equal(percentilesOf({ width: 2, height: 1, bands: 1, data, missing }, 0, percentages, true), undefined);
});
