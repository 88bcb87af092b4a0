import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChannelPlanes, rowsOf } from '../../../../src/image/channels/channels.js';
import { type RegionCounts, type RegionHistogram, regionHistograms } from '../../../../src/snake/measure/histograms.js';
import { Random } from '../../../support/random.js';

const channel = (width: number, height: number, value: (x: number, y: number) => number): ChannelPlanes => ({
  width,
  height,
  kind: 'intensity',
  bits: 16,
  planes: [Uint16Array.from({ length: width * height }, (_, k) => value(k % width, Math.floor(k / width)))],
  record: {},
});

const histograms = (image: ChannelPlanes, rings: readonly (readonly number[])[]): Promise<readonly RegionHistogram[]> =>
  regionHistograms(rowsOf(image), rings);

const sum = (region?: RegionCounts): number => region?.counts.reduce((total, count) => total + count, 0) ?? 0;

test('pixels whose centres lie in the ring are inside, the others outside', async () => {
  const square = [2, 1, 6, 1, 6, 4, 2, 4];
  const [histogram] = await histograms(
    channel(9, 5, (x, y) => (x >= 2 && x < 6 && y >= 1 && y < 4 ? 10 : 3)),
    [square],
  );
  assert.deepEqual([histogram?.low, histogram?.high], [3, 11]);
  assert.deepEqual(histogram?.inside.counts, [0, 0, 0, 0, 0, 0, 0, 12]);
  assert.deepEqual(histogram?.outside.counts, [33, 0, 0, 0, 0, 0, 0, 0]);
});

test('a slanted edge takes the pixels that the scanline sums take, and a hole takes its pixels away', async () => {
  const image = channel(8, 8, () => 0);
  const triangle = [0, 0, 8, 0, 0, 8];
  assert.equal(sum((await histograms(image, [triangle]))[0]?.inside), 28);
  const hole = [1, 1, 1, 3, 3, 3, 3, 1];
  assert.equal(sum((await histograms(image, [triangle, hole]))[0]?.inside), 24);
});

test('missing pixels are in neither region, codes have a bin each, wide ranges at most 64 bins', async () => {
  const ring = [0, 0, 4, 0, 4, 4, 0, 4];
  const codes = { ...channel(8, 4, (x) => x % 4), kind: 'codes' as const, codes: 16 };
  const missing = Uint8Array.from({ length: 32 }, (_, k) => (k === 0 || k === 7 ? 1 : 0));
  const [coded] = await histograms({ ...codes, missing }, [ring]);
  assert.equal(coded?.inside.counts.length, 16);
  assert.deepEqual([sum(coded?.inside), sum(coded?.outside)], [15, 15]);
  const [wide] = await histograms(
    channel(256, 256, (x, y) => x * 256 + y),
    [ring],
  );
  assert.equal(wide?.inside.counts.length, 64);
  assert.deepEqual([wide?.inside.pixels, wide?.outside.pixels], [16, 65520]);
});

test('a large domain is sampled by rows', async () => {
  const [histogram] = await histograms(
    channel(2048, 1024, (_, y) => (y < 512 ? 1 : 0)),
    [[0, 0, 2048, 0, 2048, 512, 0, 512]],
  );
  assert.deepEqual(histogram?.inside.counts, [0, 2 ** 17]);
  assert.deepEqual(histogram?.outside.counts, [2 ** 17, 0]);
});

test('a few extreme values do not stretch the bins, but count in the moments', async () => {
  const [histogram] = await histograms(
    channel(100, 100, (x, y) => (x === 0 && y < 20 ? 60000 : 100 + ((x + y) % 10))),
    [[50, 0, 100, 0, 100, 100, 50, 100]],
  );
  assert.deepEqual([histogram?.low, histogram?.high], [100, 110]);
  assert.deepEqual([histogram?.outside.pixels, sum(histogram?.outside)], [5000, 4980]);
  assert.ok((histogram?.outside.mean ?? 0) > 300);
  assert.ok(Math.abs((histogram?.inside.mean ?? 0) - 104.5) < 1e-9);
  assert.ok(Math.abs((histogram?.inside.deviation ?? 0) - Math.sqrt(8.25)) < 1e-9);
});

test('the bins begin and end where three thousandths of the values lie beyond, by a count of every value, of 8 and of 16 bits', async () => {
  const random = new Random(91);
  for (const bits of [8, 16] as const) {
    for (const [most, width, height] of [
      [2 ** bits - 1, 90, 70],
      [2 ** bits - 1, 700, 500],
      [300, 90, 70],
      [0, 5, 4],
    ] as const) {
      const top = Math.min(most, 2 ** bits - 1);
      const image = channel(width, height, () => random.between(0, random.between(0, top)));
      const planes = bits === 16 ? image.planes : image.planes.map((plane) => Uint8Array.from(plane));
      const missing = Uint8Array.from({ length: width * height }, () => +(random.between(0, 9) === 0));
      const [found] = await histograms({ ...image, bits, planes, missing }, [[0, 0, 3, 0, 3, 3, 0, 3]]);
      const step = Math.ceil((width * height) / 2 ** 18);
      const values = [...planes[0]!].filter((_, i) => {
        const row = Math.floor(i / width);
        return !missing[i] && (row - (step >> 1)) % step === 0;
      });
      const ascending = values.sort((a, b) => a - b);
      const beyond = Math.floor(0.003 * values.length);
      const [low, high] = [ascending[beyond]!, ascending.at(-1 - beyond)!];
      const message = `${bits} bits up to ${top}, ${width} × ${height}`;
      assert.equal(found?.low, low, message);
      assert.ok(found.high > high && found.high - found.inside.counts.length < high + 64, message);
      assert.equal((found.inside.pixels ?? 0) + found.outside.pixels, values.length, message);
      const within = values.filter((value) => value >= low && value < found.high).length;
      assert.equal(sum(found.inside) + sum(found.outside), within, message);
    }
  }
});
