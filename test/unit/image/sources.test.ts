import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Level, Rect } from '../../../src/core/geometry/rect.js';
import { yielding } from '../../../src/core/yielding.js';
import { dziTileUrl, parseDzi } from '../../../src/image/formats/dzi-source.js';
import { joined } from '../../../src/image/formats/tiff/joined-ranges.js';
import { SharedCache } from '../../../src/image/io/cache.js';
import { open } from '../../../src/image/open.js';
import { keepsTiles } from '../../../src/image/tiles.js';
import { greyTags, writeTiff } from '../../support/images/tiff-writer.js';
import { tick } from '../../support/ticking-clock.js';

test('the cache keeps at most its bytes, and the least recently used go first', async () => {
  const cache = new SharedCache<number>(10, (bytes) => bytes);
  const made: string[] = [];
  const get = (key: string, bytes: number): Promise<number> =>
    cache.get(key, async () => {
      made.push(key);
      return bytes;
    });
  await get('a', 4);
  await get('b', 4);
  await get('a', 4);
  await get('c', 4);
  assert.equal(cache.bytes, 8);
  await get('a', 4);
  assert.deepEqual(made, ['a', 'b', 'c']);
  await get('b', 4);
  await get('huge', 11);
  await get('huge', 11);
  assert.deepEqual(made, ['a', 'b', 'c', 'b', 'huge', 'huge']);
  assert.ok(cache.bytes <= 10);
});

test('what is not to be kept displaces nothing, though all who ask for it meanwhile share it', async () => {
  const cache = new SharedCache<number>(10, (bytes) => bytes);
  let times = 0;
  const make = async (): Promise<number> => 5 + 0 * ++times;
  await cache.get('kept', async () => 9);
  await Promise.all([cache.get('k', make, undefined, false), cache.get('k', make, undefined, false)]);
  assert.deepEqual([times, cache.bytes, cache.has('kept'), cache.has('k')], [1, 9, true, false]);
  // Kept by who asked before.
  await cache.get('k', make);
  await cache.get('k', make, undefined, false);
  assert.deepEqual([times, cache.has('k')], [2, true]);
});

test('tiles of a region are kept up to half of the cache', () => {
  const rect = { x: 7, y: 9, width: 100, height: 50 };
  assert.equal(keepsTiles(rect, { bands: 3, bits: 16 }, 60_000), false);
  assert.equal(keepsTiles(rect, { bands: 3, bits: 16 }, 60_001), true);
});

test('a failure is not kept, and reaches all who waited', async () => {
  const cache = new SharedCache<number>(10, () => 1);
  let tries = 0;
  const make = async (): Promise<number> => {
    if (++tries === 1) throw new RangeError('once');
    return 7;
  };
  const both = await Promise.allSettled([cache.get('k', make), cache.get('k', make)]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await cache.get('k', make), 7);
  assert.equal(tries, 2);
});

test('work that nobody waits for any more is aborted', async () => {
  const cache = new SharedCache<number>(10, () => 1);
  let signal: AbortSignal | undefined;
  const controller = new AbortController();
  const waiting = cache.get(
    'k',
    (given) => {
      signal = given;
      return new Promise(() => {});
    },
    controller.signal,
  );
  controller.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  assert.equal(signal?.aborted, true);
});

test('slices cover everything once, let timers in, and stop when aborted', async (t) => {
  const seen: number[] = [];
  let fired = false;
  setTimeout(() => {
    fired = true;
  }, 0);
  const clock = tick(1);
  t.after(() => clock.restore());
  for await (const [from, to] of yielding(1000, undefined, 7)) for (let i = from; i < to; i++) seen.push(i);
  assert.deepEqual(
    seen,
    Array.from({ length: 1000 }, (_, i) => i),
  );
  assert.ok(fired);
  const controller = new AbortController();
  await assert.rejects(
    (async () => {
      for await (const _ of yielding(1e9, controller.signal, 1)) controller.abort();
    })(),
    { name: 'AbortError' },
  );
});

test('a DZI descriptor is read as XML, prefixed XML and JSON', () => {
  const expected = { width: 300, height: 200, tileSize: 254, overlap: 1, format: 'jpg' };
  for (const text of [
    '<?xml version="1.0"?><Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="jpg" Overlap="1" TileSize="254"><Size Height="200" Width="300"/></Image>',
    "<dz:Image xmlns:dz='x' TileSize='254'\n Overlap='1' Format='jpg'><dz:Size Width='300' Height='200'/></dz:Image>",
    '{"Image":{"Format":"jpg","Overlap":"1","TileSize":"254","Size":{"Width":"300","Height":"200"}}}',
  ])
    assert.deepEqual(parseDzi(text, 'x.dzi'), expected);
});

test('the tiles of a DZI lie beside its descriptor, query and all', () => {
  assert.equal(dziTileUrl('http://h/a/b.dzi', 9, 3, 4, 'png'), 'http://h/a/b_files/9/3_4.png');
  assert.equal(dziTileUrl('http://h/a/b.xml?key=1', 0, 0, 0, 'jpg'), 'http://h/a/b_files/0/0_0.jpg?key=1');
});

test('levels of samples at hand are rounded means, and masks go with them', async () => {
  const width = 1500;
  const data = Uint8Array.from({ length: width * 3 }, (_, i) => (i * 7) & 255);
  const missing = new Uint8Array(width * 3);
  missing.set([1, 1], 0);
  missing.set([1, 1], width);
  const image = await open({ kind: 'samples', width, height: 3, data, missing });
  assert.deepEqual(image.levels, [
    { width, height: 3, scaleX: 1, scaleY: 1 },
    { width: 750, height: 2, scaleX: 2, scaleY: 2 },
  ]);
  const coarse = await image.region({ x: 0, y: 0, width: 750, height: 2 }, 1);
  assert.deepEqual([...coarse.missing!.subarray(0, 3)], [1, 0, 0]);
  const mean = (indices: readonly number[]): number =>
    Math.floor(indices.reduce((sum, i) => sum + data[i]!, 0) / indices.length + 0.5);
  assert.equal(coarse.data[5], mean([10, 11, width + 10, width + 11]));
  assert.equal(coarse.data[750 + 5], mean([2 * width + 10, 2 * width + 11]));
});

test('byte ranges are joined where little lies between them, up to half a megabyte', () => {
  const range = (offset: number, length: number): { offset: number; length: number } => ({ offset, length });
  assert.deepEqual(joined([range(5000, 10), range(0, 100), range(90, 20)]), [range(0, 5010)]);
  assert.deepEqual(joined([range(0, 100), range(100_000, 1)]), [range(0, 100), range(100_000, 1)]);
  const large = Array.from({ length: 10 }, (_, k) => range(k * 200_000, 200_000));
  assert.deepEqual(
    joined(large).map(({ length }) => length),
    [400_000, 400_000, 400_000, 400_000, 400_000],
  );
  assert.deepEqual(joined([]), []);
});

test('a large TIFF without overviews gets coarser levels: the means of means, tile borders and odd edges no matter', async () => {
  const [width, height, rows] = [4099, 1203, 100];
  const data = Uint8Array.from(
    { length: width * height },
    (_, i) => ((i % width) * 3 + Math.floor(i / width) * 5) >> 4,
  );
  const strips = Array.from({ length: Math.ceil(height / rows) }, (_, k) => k * rows * width);
  const tags = greyTags(width, height, [
    { tag: 273, type: 4, values: strips.map((at) => 8 + at) },
    { tag: 278, type: 4, values: [rows] },
    { tag: 279, type: 4, values: strips.map((at) => Math.min(rows * width, data.length - at)) },
  ]);
  const image = await open({ kind: 'blob', blob: new Blob([writeTiff([{ tags }], data)]), name: 'large.tif' });
  assert.deepEqual(image.levels, [
    { width, height, scaleX: 1, scaleY: 1 },
    { width: 2050, height: 602, scaleX: 2, scaleY: 2 },
    { width: 1025, height: 301, scaleX: 4, scaleY: 4 },
  ]);
  const at = (level: number, x: number, y: number): number => {
    if (level === 0) return data[y * width + x]!;
    const finer = image.levels[level - 1]!;
    const [right, below] = [Math.min(2 * x + 1, finer.width - 1), Math.min(2 * y + 1, finer.height - 1)];
    const sum =
      at(level - 1, 2 * x, 2 * y) +
      at(level - 1, right, 2 * y) +
      at(level - 1, 2 * x, below) +
      at(level - 1, right, below);
    return Math.floor(sum / 4 + 0.5);
  };
  for (const level of [1, 2]) {
    const size: Level = image.levels[level]!;
    const rect: Rect = { x: 3, y: 5, width: size.width - 3, height: size.height - 5 };
    const part = await image.region(rect, level);
    for (let y = 0; y < rect.height; y += 7)
      for (let x = 0; x < rect.width; x += x > rect.width - 5 ? 1 : 11)
        assert.equal(part.data[y * rect.width + x], at(level, x + 3, y + 5), `level ${level}, ${x}, ${y}`);
  }
});
