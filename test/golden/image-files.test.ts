import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { open } from '../../src/image/open.js';
import type { OpenedImage } from '../../src/image/samples.js';
import { fileBlob, fileBytes, fixtures, missingCount, sha1Of } from '../support/images/image-files.js';
import { ImageServer } from '../support/servers/image-server.js';

const openFile = (file: string): Promise<OpenedImage> => open({ kind: 'blob', blob: fileBlob(file), name: file });

for (const expected of fixtures.filter(({ file, browser }) => browser !== true && !file.endsWith('.dzi'))) {
  const { file, level, width, height, bands, bits, missing = 0, reader } = expected;
  test(`${file}, level ${level}, has the samples that ${reader} reads`, async () => {
    const image = await openFile(file);
    assert.deepEqual(
      { bands: image.bands, bits: image.bits, width: image.levels[level]?.width, height: image.levels[level]?.height },
      { bands, bits, width, height },
    );
    const samples = await image.region({ x: 0, y: 0, width, height }, level);
    assert.equal(missingCount(samples), missing);
    assert.equal(sha1Of(samples), expected.sha1);
    if (expected.placement !== undefined) assert.deepEqual(image.placement, expected.placement);
    image.close();
  });
}

test('each pyramid has just the levels that its file holds', async () => {
  for (const file of new Set(fixtures.map((fixture) => fixture.file))) {
    if (file.endsWith('.dzi') || file.includes('webp')) continue;
    const image = await openFile(file);
    const known = fixtures.filter((fixture) => fixture.file === file).length;
    assert.equal(image.levels.length, known, file);
    image.close();
  }
});

test('a region is the same pixels as the whole, from every kind of file', async () => {
  const rect = { x: 13, y: 9, width: 41, height: 33 };
  for (const file of ['u8-strips.tif', 'rgb-planar-tiles.tif', 'rgb-jpeg-ycbcr.tif', 'f32-predictor.tif', 'rgba.png']) {
    const image = await openFile(file);
    const whole = await image.region({ x: 0, y: 0, width: image.width, height: image.height }, 0);
    const part = await image.region(rect, 0);
    for (let y = 0; y < rect.height; y++)
      for (let x = 0; x < rect.width; x++) {
        const at = (y * rect.width + x) * image.bands;
        const from = ((y + rect.y) * image.width + x + rect.x) * image.bands;
        for (let c = 0; c < image.bands; c++)
          assert.equal(part.data[at + c], whole.data[from + c], `${file} ${x}, ${y}`);
        assert.equal(part.missing?.[y * rect.width + x] ?? 0, whole.missing?.[from / image.bands] ?? 0);
      }
  }
});

test('the same pixels as tiled TIFF, COG, DZI and PNG by address are the same samples', async (t) => {
  const server = await ImageServer.start((path) => {
    try {
      return fileBytes(path);
    } catch {
      return undefined;
    }
  });
  t.after(() => server.stop());
  const rect = { x: 30, y: 17, width: 200, height: 150 };
  const shas: Record<string, string> = {};
  for (const file of ['vips-pyramid.tif', 'vips-subifd.tif', 'dzi-png.dzi', 'cog-mask.tif']) {
    const image = await open({ kind: 'url', url: server.url(file) });
    assert.equal(image.name, file);
    shas[file] = sha1Of(await image.region(rect, 0));
    image.close();
  }
  assert.equal(new Set(Object.values(shas)).size, 1, JSON.stringify(shas));
});

test('a DZI has the samples of the image it was cut from, at full resolution, overlap and all', async (t) => {
  const server = await ImageServer.start((path) => fileBytes(path));
  t.after(() => server.stop());
  const expected = fixtures.find(({ file }) => file === 'dzi-png.dzi')!;
  const image = await open({ kind: 'url', url: server.url('dzi-png.dzi') });
  assert.deepEqual([image.format, image.width, image.height, image.bands], ['dzi', 262, 207, 3]);
  assert.equal(sha1Of(await image.region({ x: 0, y: 0, width: 262, height: 207 }, 0)), expected.sha1);
  assert.deepEqual(
    image.levels.map(({ width, height, scaleX }) => [width, height, scaleX]),
    [
      [262, 207, 1],
      [131, 104, 2],
      [66, 52, 4],
      [33, 26, 8],
    ],
  );
});

for (const [file, sha1, reader] of [
  ['CMU-1-Small-Region.svs', '69de2faf8af4842b08882b61b8e27effb869c489', 'GDAL 3.6 (libjpeg-turbo)'],
  ['fluo_nuclei.tif', '8e0ac40d627c45f93455d4b66e4a73e1f3484be2', 'tifffile'],
  ['s1_spain_vh.tif', '7762f2f8bd29b955befc4c397183e78363c3fcac', 'tifffile'],
] as const)
  test(`the demo's ${file} has the samples that ${reader} reads`, async () => {
    const image = await open({ kind: 'blob', blob: new Blob([readFileSync(`demo/images/${file}`)]), name: file });
    assert.equal(sha1Of(await image.region({ x: 0, y: 0, width: image.width, height: image.height }, 0)), sha1);
    if (file.endsWith('.svs')) assert.deepEqual(image.placement, { pixelWidth: 0.499, pixelHeight: 0.499, unit: 'µm' });
  });
