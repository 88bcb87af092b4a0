import assert from 'node:assert/strict';
import { test } from 'node:test';
import { iiifTileUrl, parseIiif } from '../../../../src/image/formats/iiif-source.js';
import { open } from '../../../../src/image/open.js';
import { height, iiifFiles, valueAt, version2, version3, width } from '../../../support/servers/iiif-files.js';
import { ImageServer } from '../../../support/servers/image-server.js';

for (const [name, version, info] of [
  ['2 with tiles', 2, version2({ tiles: [{ width: 256, scaleFactors: [1, 2, 4] }] })],
  ['2 without tiles', 2, version2({})],
  ['3 with oblong tiles', 3, version3({ tiles: [{ width: 256, height: 128, scaleFactors: [4, 1, 2] }] })],
] as const)
  test(`IIIF ${name}: every level has the samples that the server cut`, async (t) => {
    const server = await ImageServer.start(iiifFiles(version, info));
    t.after(() => server.stop());
    const image = await open({ kind: 'url', url: server.url('iiif/a/info.json') });
    assert.deepEqual(
      [image.format, image.name, image.width, image.height, image.bands],
      ['iiif', 'a', width, height, 3],
    );
    assert.ok(image.levels.length >= 2);
    for (const [level, size] of image.levels.entries()) {
      const rect = { x: 3, y: 1, width: size.width - 5, height: size.height - 2 };
      const { data } = await image.region(rect, level);
      for (let i = 0; i < data.length; i += 7) {
        const [column, row, c] = [Math.floor(i / 3) % rect.width, Math.floor(i / 3 / rect.width), i % 3];
        const expected = valueAt((rect.x + column) * size.scaleX, (rect.y + row) * size.scaleY, c);
        assert.equal(data[i], expected, `level ${level}, ${column}, ${row}`);
      }
    }
  });

test('the addresses are the canonical ones of each version', () => {
  const two = parseIiif(
    JSON.stringify(version2({ tiles: [{ width: 256, scaleFactors: [1, 2, 4, 8] }] })),
    'http://h/i/info.json',
    'i',
  );
  assert.equal(two.id, 'http://h/i');
  assert.equal(iiifTileUrl(two, 1, 2, 1), 'http://h/i/512,256,188,174/188,/0/default.png');
  assert.equal(iiifTileUrl(two, 2, 0, 0), 'http://h/i/0,0,512,430/256,/0/default.png');
  assert.equal(iiifTileUrl(two, 4, 0, 0), 'http://h/i/full/175,/0/default.png');
  const three = parseIiif(JSON.stringify(version3({ id: 'https://x/y%2Fz/' })), 'http://h/i/info.json', 'i');
  assert.equal(iiifTileUrl(three, 1, 1, 0), 'https://x/y%2Fz/512,0,188,430/188,430/0/default.png');
  assert.equal(iiifTileUrl(three, 2, 0, 0, 'jpg'), 'https://x/y%2Fz/full/350,215/0/default.jpg');
});

test('a service that sends neither PNG nor JPEG is refused with the reason', async (t) => {
  const server = await ImageServer.start(iiifFiles(3, version3({}), false));
  t.after(() => server.stop());
  await assert.rejects(open({ kind: 'url', url: server.url('iiif/a/info.json') }), {
    code: 'tile-unavailable',
    message: /HTTP 404/,
  });
});

test('descriptions that make no sense are refused in words', () => {
  const parse = (info: object | string): unknown =>
    parseIiif(typeof info === 'string' ? info : JSON.stringify(info), 'http://h/i/info.json', 'i');
  assert.throws(() => parse('[1]'), { code: 'image-unreadable', message: /no info\.json/ });
  assert.throws(() => parse({ ...version3({}), width: 0 }), { code: 'image-unreadable', message: /its size is 0/ });
  assert.throws(() => parse({ ...version3({}), height: '430' }), { code: 'image-unreadable' });
  assert.throws(() => parse({ ...version3({}), profile: 'level0' }), {
    code: 'unsupported',
    message: /lists no tiles/,
  });
});
