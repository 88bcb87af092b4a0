import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityOf, sourceKey } from '../../../../src/element/storage/image-key.js';
import { isOther, readSession } from '../../../../src/element/storage/read-session.js';
import { writeSession } from '../../../../src/element/storage/session.js';
import { coded } from '../../../support/errors.js';

test('a session of another version is refused with a code, whatever the version is', () => {
  for (const version of [2, '1', null, { toString: 1, valueOf: 1 }, [[]]]) {
    const text = JSON.stringify({ type: 'snake-segmenter-session', version, contours: { features: [] } });
    assert.throws(() => readSession(text), coded('bad-import', 'of version'), text);
  }
});

test('images are told apart by their digests and names of the page, else by paths on one server, else by their names', () => {
  const image = (source: string | undefined, name = 'a.tif') => ({ name, width: 9, height: 9, source });
  const [here, there] = ['https://one.org/a.tif', 'https://two.org/x/a.tif'];
  const same: [string | undefined, string | undefined, string?][] = [
    ['sha256:01', 'sha256:01', 'renamed.tif'],
    ['name:slide', 'name:slide', 'other.tif'],
    [`${here}`, `${here}?token=2`],
    [here, there],
    [undefined, here],
    ['sha256:01', here],
  ];
  for (const [a, b, name] of same) assert.equal(isOther(image(a), image(b, name)), false, `${a} ${b}`);
  const others: [string | undefined, string | undefined, string?][] = [
    ['sha256:01', 'sha256:02'],
    ['name:slide', 'name:another'],
    [here, 'https://one.org/b/a.tif'],
    [here, there, 'b.tif'],
    [undefined, undefined, 'b.tif'],
  ];
  for (const [a, b, name] of others) assert.equal(isOther(image(a), image(b, name)), true, `${a} ${b}`);
});

test('a session does not hold what an address has behind its path, and an address that is none is left out', async () => {
  const image = { name: 'a.tif', width: 9, height: 9 } as Parameters<typeof writeSession>[0];
  const work = { contours: [], unlike: [], model: undefined };
  const settings = {} as Parameters<typeof writeSession>[1];
  const text = await writeSession(image, settings, work, 'https://one.org/a.tif?key=secret').text();
  assert.equal(readSession(text).image?.source, 'https://one.org/a.tif');
  assert.equal(readSession(text.replace('https://one.org/a.tif', 'http://')).image, undefined);
});

test('a session holds neither the user nor the password of an address', async () => {
  const image = { name: 'a.tif', width: 9, height: 9 } as Parameters<typeof writeSession>[0];
  const work = { contours: [], unlike: [], model: undefined };
  const settings = {} as Parameters<typeof writeSession>[1];
  for (const user of ['user', 'user:secret', 'a%40b:c@d', ':secret']) {
    const text = await writeSession(image, settings, work, `https://${user}@one.org/a@b.tif?x=@#@`).text();
    assert.equal(readSession(text).image?.source, 'https://one.org/a@b.tif', user);
  }
});

test('an image is saved under a key without the user and the password of its address', async () => {
  assert.equal(await sourceKey('https://user:secret@one.org/a@b.tif?v=1#x'), 'https://one.org/a@b.tif?v=1');
  assert.equal(await sourceKey({ url: 'https://one.org/@a/b.tif' }), 'https://one.org/@a/b.tif');
});

test('a tile source is known by the address that it is read by, and any other by itself', () => {
  const slide = 'https://one.org/slide.dzi?t=1';
  assert.equal(identityOf({ tilesUrl: 'https://one.org/slide_files/', queryParams: '?t=1' }), slide);
  const picture = { type: 'image', url: 'https://one.org/a.png' };
  assert.deepEqual([picture, { tileSource: picture, x: 1 }].map(identityOf), [picture.url, picture.url]);
  assert.equal(identityOf({ type: 'image', url: 'blob:https://one.org/5' }), 'blob:https://one.org/5');
  assert.equal(identityOf({ tileSource: slide }), slide);
  // Several layers may have one address.
  for (const source of [{ url: 'https://one.org/layers.tif' }, { url: 5 }, {}, new Blob(), slide, undefined, null])
    assert.equal(identityOf(source), source);
});
