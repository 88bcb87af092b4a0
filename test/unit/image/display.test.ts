import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderTile, stretchOf } from '../../../src/image/display.js';
import { open } from '../../../src/image/open.js';
import type { SampleArray } from '../../../src/image/samples.js';

const imageOf = (data: SampleArray, width: number, bands = 1, missing?: Uint8Array) =>
  open({ kind: 'samples', width, height: data.length / bands / width, bands, data, missing });

const grey = (picture: { data: Uint8ClampedArray }): number[] => [...picture.data].filter((_, i) => i % 4 === 0);

test('8-bit colours are shown as they are', async () => {
  const image = await imageOf(Uint8Array.of(1, 2, 3, 250, 128, 0), 2, 3);
  const picture = await renderTile(
    image,
    { rect: { x: 0, y: 0, width: 2, height: 1 }, level: 0, width: 2, height: 1 },
    await stretchOf(image),
  );
  assert.deepEqual([...picture.data], [1, 2, 3, 255, 250, 128, 0, 255]);
});

test('16 bits are stretched from the 0.5th to the 99.5th percentile, and the samples stay', async () => {
  const data = Uint16Array.from({ length: 1000 }, (_, i) => 1000 + i);
  data[0] = 0;
  data[999] = 65535;
  const before = data.slice();
  const image = await imageOf(data, 50);
  const stretch = await stretchOf(image);
  assert.deepEqual(stretch.limits, [[1005, 1994]]);
  const picture = await renderTile(
    image,
    { rect: { x: 0, y: 0, width: 50, height: 20 }, level: 0, width: 50, height: 20 },
    stretch,
  );
  const values = grey(picture);
  assert.deepEqual([values[0], values[5], values[999], values[994]], [0, 0, 255, 255]);
  assert.equal(values[500], Math.round(((1500 - 1005) / (1994 - 1005)) * 255));
  assert.deepEqual(data, before);
});

test('logarithm, gamma, inversion, limits and band mapping do what they say', async () => {
  const image = await imageOf(Uint16Array.of(1, 10, 100, 1000), 2, 1);
  const show = async (options: Parameters<typeof stretchOf>[1]): Promise<number[]> =>
    grey(
      await renderTile(
        image,
        { rect: { x: 0, y: 0, width: 2, height: 2 }, level: 0, width: 2, height: 2 },
        await stretchOf(image, options),
      ),
    );
  assert.deepEqual(await show({ scale: 'log', limits: [1, 1000] }), [0, 85, 170, 255]);
  assert.deepEqual(await show({ scale: 'db', limits: [1, 1000], invert: true }), [255, 170, 85, 0]);
  assert.deepEqual(await show({ limits: [0, 1000], gamma: 2 }), [8, 26, 81, 255]);
  const bands = await imageOf(Uint8Array.of(9, 8, 7, 6), 1, 4);
  const mapped = await renderTile(
    bands,
    { rect: { x: 0, y: 0, width: 1, height: 1 }, level: 0, width: 1, height: 1 },
    await stretchOf(bands, { bands: [4, 3, 1] }),
  );
  assert.deepEqual([...mapped.data], [6, 7, 9, 255]);
});

test('what has no data, and what lies outside the image, is transparent', async () => {
  const image = await imageOf(Float32Array.of(1, Number.NaN, 3, 4), 2, 1, Uint8Array.of(0, 1, 0, 1));
  const picture = await renderTile(
    image,
    { rect: { x: -1, y: 0, width: 3, height: 2 }, level: 0, width: 3, height: 2 },
    await stretchOf(image),
  );
  assert.deepEqual(
    [...picture.data].filter((_, i) => i % 4 === 3),
    [0, 255, 0, 0, 255, 0],
  );
});

test('a picture is resampled by the nearest pixel', async () => {
  const image = await imageOf(Uint8Array.of(10, 20, 30, 40), 2);
  const stretch = await stretchOf(image);
  const twice = await renderTile(
    image,
    { rect: { x: 0, y: 0, width: 2, height: 2 }, level: 0, width: 4, height: 4 },
    stretch,
  );
  assert.deepEqual(grey(twice), [10, 10, 20, 20, 10, 10, 20, 20, 30, 30, 40, 40, 30, 30, 40, 40]);
});

test('options out of range are refused in words', async () => {
  const image = await imageOf(new Uint8Array(4), 2);
  for (const options of [
    { bands: [2] as const },
    { gamma: 0 },
    { gamma: Number.NaN },
    { percentiles: [50, 50] as const },
    { percentiles: [-1, 50] as const },
    { limits: [3, 3] as const },
    {
      limits: [
        [0, 1],
        [0, 1],
      ] as const,
    },
  ])
    await assert.rejects(stretchOf(image, options), { code: 'bad-parameter' }, JSON.stringify(options));
  const stretch = await stretchOf(image);
  const rect = { x: 0, y: 0, width: 2, height: 2 };
  await assert.rejects(renderTile(image, { rect, level: 0, width: 0, height: 2 }, stretch), { code: 'bad-parameter' });
  await assert.rejects(renderTile(image, { rect, level: 0, width: 1e6, height: 1e6 }, stretch), {
    code: 'bad-parameter',
  });
});

test('a colour without a band has finite limits on every scale, which are taken again', async () => {
  const image = await imageOf(Uint8Array.of(1, 20, 3, 250, 128, 5), 2, 3);
  for (const scale of ['linear', 'log'] as const) {
    const { limits } = await stretchOf(image, { bands: [0, 2, 3], scale });
    for (const [black, white] of limits) {
      assert.ok(white > black && (scale === 'linear' || black > 0), `${scale}: ${limits.join(' ')}`);
      assert.ok(Number.isFinite(black * (white / black) ** 0.25) || scale === 'linear');
    }
    await stretchOf(image, { bands: [0, 2, 3], scale, limits });
  }
});
