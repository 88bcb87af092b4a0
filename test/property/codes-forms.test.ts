/** Codes of samples and their counts in WebAssembly are those of the definition. */
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { applyChannel } from '../../src/image/channels/channels.js';
import { fastSamples, MOST_COMPARED } from '../../src/image/kernels/simd/instance.js';
import { windowSums } from '../../src/snake/levels/level-means.js';
import { Random } from '../support/random.js';

const samplesOf = (random: Random, bits: 8 | 16, count: number): Uint8Array | Uint16Array =>
  bits === 8
    ? Uint8Array.from({ length: count }, () => random.between(0, 255))
    : Uint16Array.from({ length: count }, () => random.between(0, 65535));

test('the code of a sample is how many thresholds are at or below it: below 0, between whole numbers, out of range, equal, too many', async () => {
  const random = new Random(31);
  ok(fastSamples());
  for (const bits of [8, 16] as const) {
    const most = 2 ** bits - 1;
    for (const thresholds of [
      [],
      [-3, 0, 0.5, 7, 7, most - 1, most, most + 0.25, 2 * most],
      Array.from({ length: 15 }, () => random.between(0, 10 * most) / 10).sort((a, b) => a - b),
      Array.from({ length: MOST_COMPARED + 1 }, (_, k) => 2 * k),
    ]) {
      for (const [width, height] of [
        [1, 1],
        [37, 3],
        [257, 131],
      ] as const) {
        const data = samplesOf(random, bits, width * height);
        data.set([0, most].slice(0, data.length));
        const record = {
          channel: 'palette:16',
          channelTransform: JSON.stringify({ kind: 'quantiles', band: 0, thresholds }),
        };
        const { planes } = await applyChannel({ width, height, bands: 1, data }, 'palette:16', { record });
        const wanted = Array.from(data, (value) => thresholds.filter((threshold) => threshold <= value).length);
        deepEqual([...planes[0]!], wanted, `${bits} bits, ${thresholds.length} thresholds, ${width} × ${height}`);
      }
    }
  }
});

test('counts of codes inside and outside a ring are those of its pixels, in runs of any length', () => {
  const random = new Random(32);
  for (const codes of [2, 7, 16, MOST_COMPARED, MOST_COMPARED + 5]) {
    const [width, height] = [5000, 5];
    const plane = Uint8Array.from({ length: width * height }, () => random.between(0, codes - 1));
    const missing = Uint8Array.from({ length: plane.length }, () => (random.between(0, 3000) === 0 ? 1 : 0));
    const rows = [[0, 17, 900, 4000], [], [2, 4999], [0, 5000]];
    const channel = { width, height, kind: 'codes', bits: 8, codes, planes: [plane], missing, record: {} } as const;
    const wanted = { target: new Float64Array(1 + codes), background: new Float64Array(1 + codes) };
    for (const [i, code] of plane.entries()) {
      if (missing[i] === 1) continue;
      const [x, y] = [i % width, Math.floor(i / width)];
      const ends = rows[y] ?? [];
      const sums = ends.filter((end) => end <= x).length % 2 === 1 ? wanted.target : wanted.background;
      sums[0]!++;
      sums[1 + code]!++;
    }
    deepEqual(windowSums(channel, { top: 0, rows }), wanted, `${codes} codes`);
  }
});
