/** Measurements of contours: exact sums, the same by WebAssembly as by JavaScript, and as a count pixel by pixel. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ringSpans, runsOn } from '../../src/core/geometry/scanline.js';
import { createEngine } from '../../src/engine.js';
import { regionMoments, regionStatistics, statisticsOf } from '../../src/image/statistics/region-statistics.js';
import { fastSummer } from '../../src/snake/measure/region-statistics.js';

const pictures = fc
  .record({
    width: fc.integer({ min: 1, max: 90 }),
    height: fc.integer({ min: 1, max: 12 }),
    bands: fc.constantFrom(1, 2, 3, 4),
    bits: fc.constantFrom(8, 16),
    masked: fc.boolean(),
    seed: fc.integer(),
    /** Number of samples that have the largest value there is. */
    bright: fc.constantFrom(0, 0.5, 1),
    ring: fc.array(fc.tuple(fc.integer({ min: -5, max: 95 }), fc.integer({ min: -3, max: 15 })), {
      minLength: 3,
      maxLength: 8,
    }),
  })
  .map(({ width, height, bands, bits, masked, seed, bright, ring }) => {
    let state = seed >>> 0;
    const next = (): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
    const most = 2 ** bits - 1;
    const data = bits === 8 ? new Uint8Array(width * height * bands) : new Uint16Array(width * height * bands);
    for (let i = 0; i < data.length; i++) data[i] = next() < bright ? most : Math.floor(next() * (most + 1));
    const missing = masked ? Uint8Array.from({ length: width * height }, () => (next() < 0.3 ? 1 : 0)) : undefined;
    return { samples: { width, height, bands, data, ...(missing && { missing }) }, ring };
  });

describe('the statistics of regions', () => {
  it('are exact sums, whoever adds them up', async () => {
    await fc.assert(
      fc.asyncProperty(pictures, async ({ samples, ring }) => {
        const { width, height, bands, data, missing } = samples;
        const spans = ringSpans([ring], samples);
        const wanted = {
          target: Array<bigint>(1 + 2 * bands).fill(0n),
          background: Array<bigint>(1 + 2 * bands).fill(0n),
        };
        for (let y = 0; y < height; y++) {
          const runs = runsOn(spans, y);
          for (let x = 0; x < width; x++) {
            if (missing?.[y * width + x]) continue;
            const inside = runs.some((from, k) => k % 2 === 0 && x >= from && x < runs[k + 1]!);
            const sums = inside ? wanted.target : wanted.background;
            sums[0]! += 1n;
            for (let band = 0; band < bands; band++) {
              const v = BigInt(data[(y * width + x) * bands + band]!);
              sums[1 + 2 * band]! += v;
              sums[2 + 2 * band]! += v * v;
            }
          }
        }
        assert.deepEqual(await regionMoments(samples, spans, fastSummer), wanted);
        assert.deepEqual(await regionMoments(samples, spans), wanted);
      }),
      { numRuns: 400 },
    );
  });

  it('of rows as long as they may be, of the largest values, overflow nothing', async () => {
    const width = 65_535;
    for (const bands of [1, 3]) {
      for (const data of [new Uint8Array(width * bands).fill(255), new Uint16Array(width * bands).fill(65_535)]) {
        const samples = { width, height: 1, bands, data };
        const spans = ringSpans(
          [
            [
              [0, 0],
              [width, 0],
              [width, 1],
              [0, 1],
            ],
          ],
          samples,
        );
        const { target } = await regionMoments(samples, spans);
        const v = BigInt(data[0]!);
        const sums = [BigInt(width) * v, BigInt(width) * v * v];
        assert.deepEqual(target, [BigInt(width), ...Array.from({ length: bands }, () => sums).flat()]);
        assert.deepEqual(statisticsOf(target)[0], { pixels: width, mean: data[0], deviation: 0 });
      }
    }
  });

  it('of floating samples leave out what has no data', async () => {
    const samples = {
      width: 4,
      height: 1,
      bands: 1,
      data: Float32Array.of(1, 3, 10, 0),
      missing: Uint8Array.of(0, 0, 0, 1),
    };
    const { inside, outside } = await regionStatistics(
      samples,
      ringSpans(
        [
          [
            [0, 0],
            [2, 0],
            [2, 1],
            [0, 1],
          ],
        ],
        samples,
      ),
    );
    assert.deepEqual(inside, [{ pixels: 2, mean: 2, deviation: 1 }]);
    assert.deepEqual(outside, [{ pixels: 1, mean: 10, deviation: 0 }]);
  });

  for (const [channel, bands] of [
    ['auto', 1],
    ['bands', 3],
    ['auto', 3],
    ['band:2', 3],
  ] as const) {
    it(`of a contour of the channel ${channel} of ${bands} bands are those of the image’s samples in it`, async () => {
      const [width, height] = [60, 50];
      const data = Uint8Array.from({ length: width * height * bands }, (_, i) => {
        const [x, y] = [Math.floor(i / bands) % width, Math.floor(i / bands / width)];
        return (Math.hypot(x - 30, y - 25) < 14 ? 120 : 80) + ((i * 7919) % 23) + 3 * (i % bands);
      });
      const engine = await createEngine({ backend: 'cpu' });
      const image = await engine.load({ width, height, bands, data });
      const { geometry, properties } = await engine.segment(image, {
        init: { x: 12, y: 8, width: 36, height: 34 },
        domain: { x: 0, y: 0, width, height },
        channel,
      }).result;
      engine.dispose();
      assert.equal(geometry.type, 'Polygon');
      const rings = geometry.coordinates as [number, number][][];
      const { inside, outside } = await regionStatistics({ width, height, bands, data }, ringSpans(rings));
      for (const [band, { mean, deviation }] of inside.entries()) {
        const suffix = bands > 1 ? ` band ${band + 1}` : '';
        assert.equal(properties.measurements[`Inside mean${suffix}`], mean);
        assert.equal(properties.measurements[`Inside std dev${suffix}`], deviation);
        assert.equal(properties.measurements[`Outside mean${suffix}`], outside[band]!.mean);
        assert.equal(properties.measurements[`Outside std dev${suffix}`], outside[band]!.deviation);
      }
    });
  }
});
