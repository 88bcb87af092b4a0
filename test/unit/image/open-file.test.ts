import assert from 'node:assert/strict';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { FileBytes } from '../../../src/image/io/file-bytes.js';
import { openFile } from '../../../src/image/open-file.js';
import { coded } from '../../support/errors.js';
import { fixtures, imageFolder, sha1Of } from '../../support/images/image-files.js';

const folder = mkdtempSync(join(tmpdir(), 'open-file-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const whole = { x: 0, y: 0 };

test('every fixture has by its path the samples that other readers saw', async () => {
  const readable = fixtures.filter(({ browser }) => browser !== true);
  assert.ok(readable.length > 50);
  for (const { file, level, width, height, sha1 } of readable) {
    const image = await openFile(join(imageFolder, file));
    assert.equal(sha1Of(await image.region({ ...whole, width, height }, level)), sha1, file);
    image.close();
  }
});

test('a file of 5 GiB, more than can be read whole, is read by ranges', async () => {
  const path = join(folder, 'large.tif');
  copyFileSync(join(imageFolder, 'cog.tif'), path);
  truncateSync(path, 5 * 2 ** 30);
  const [image, small] = [await openFile(path), await openFile(join(imageFolder, 'cog.tif'))];
  const rect = { ...whole, width: image.width, height: image.height };
  assert.equal(sha1Of(await image.region(rect, 0)), sha1Of(await small.region(rect, 0)));
  image.close();
  small.close();
});

test('a pyramid opens by its descriptor, by the folder that holds it, and by the folder of its tiles', async () => {
  // What an address would take for a query or a fragment is part of a path.
  const odd = join(folder, 'a #1?b%20');
  mkdirSync(odd);
  cpSync(join(imageFolder, 'dzi-png.dzi'), join(odd, 'dzi-png.dzi'));
  cpSync(join(imageFolder, 'dzi-png_files'), join(odd, 'dzi-png_files'), { recursive: true });
  const paths = [join(odd, 'dzi-png.dzi'), odd, join(odd, 'dzi-png_files')];
  const digests = new Set<string>();
  for (const path of paths) {
    const image = await openFile(path);
    assert.equal(image.format, 'dzi');
    digests.add(sha1Of(await image.region({ ...whole, width: image.width, height: image.height }, 0)));
    image.close();
  }
  assert.equal(digests.size, 1);
});

test('what is no image is refused by name', async () => {
  await assert.rejects(openFile(join(folder, 'none.tif')), coded('image-not-found', /none\.tif.*no such file/));
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  await assert.rejects(openFile(empty), coded('image-unreadable', /folder without a \.dzi/));
  writeFileSync(join(empty, 'a.dzi'), '');
  await assert.rejects(openFile(empty), coded('image-unreadable', /empty/));
  writeFileSync(join(empty, 'b.dzi'), '');
  await assert.rejects(openFile(empty), coded('image-unreadable', /a\.dzi, b\.dzi/));
  await assert.rejects(openFile('/dev/null'), coded('image-unreadable', /no regular file/));
  await assert.rejects(openFile(join(folder, 'none.tif', 'x')), coded('image-not-found', /none\.tif/));
});

test('a file that becomes shorter while it is read is an error, not zeros', async () => {
  const path = join(folder, 'shrinks.tif');
  writeFileSync(path, new Uint8Array(1000).fill(7));
  const bytes = await FileBytes.open(path);
  assert.deepEqual(await bytes.read(990, 100), new Uint8Array(10).fill(7));
  assert.deepEqual(await bytes.read(2000, 100), new Uint8Array(0));
  truncateSync(path, 500);
  await assert.rejects(bytes.read(400, 200), coded('image-unreadable', /became shorter/));
  await assert.rejects(bytes.whole(999), coded('image-too-large', /1000 bytes/));
  await bytes.close();
  await assert.rejects(bytes.read(0, 10), coded('image-unreadable', /can no longer be read/));
});
