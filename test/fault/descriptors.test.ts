/** Texts that describe images, hostile ones: a coded error or the image, in time that grows with the text and no faster. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SegmenterError } from '../../src/core/errors.js';
import { parseDzi } from '../../src/image/formats/dzi-source.js';
import { parseIiif } from '../../src/image/formats/iiif-source.js';
import { omePixels } from '../../src/image/formats/tiff/ome.js';
import { open } from '../../src/image/open.js';
import { greyTags, writeTiff } from '../support/images/tiff-writer.js';

const unreadable = { code: 'image-unreadable' };
const iiif = (members: object): string =>
  JSON.stringify({
    '@context': 'http://iiif.io/api/image/3/context.json',
    id: 'http://h/i',
    width: 9,
    height: 9,
    ...members,
  });
const address = 'http://h/i/info.json';

test('descriptions of megabytes take little time', { timeout: 20_000 }, async () => {
  const hostile = '<Pixels '.repeat(2 ** 18);
  assert.equal(omePixels(hostile), undefined);
  assert.equal(omePixels(`<OME>${'<a>'.repeat(2 ** 18)}`), undefined);
  const data = Uint8Array.from({ length: 16 }, (_, k) => k);
  const file = writeTiff(
    [
      {
        tags: greyTags(4, 4, [
          { tag: 270, type: 2, values: hostile },
          { tag: 273, type: 4, values: [8] },
          { tag: 278, type: 3, values: [4] },
          { tag: 279, type: 4, values: [16] },
        ]),
      },
    ],
    data,
  );
  const image = await open({ kind: 'blob', blob: new Blob([new Uint8Array(file)]) });
  assert.deepEqual((await image.region({ x: 0, y: 0, width: 4, height: 4 }, 0)).data, data);
  for (const text of ['<Image '.repeat(300_000), `<Image ${'x'.repeat(2 ** 21)}`, `<Image>${'<Size '.repeat(300_000)}`])
    assert.throws(() => parseDzi(text, 'a.dzi'), unreadable);
});

test('OME-XML says where its pixels are, with or without a prefix', () => {
  const pixels = (prefix: string): string =>
    `<?xml version="1.0"?><!-- <Pixels SizeC="9"/> --><${prefix}OME xmlns:a="b"><${prefix}Image><${prefix}Pixels SizeC="2" PhysicalSizeX="0.5"></${prefix}Pixels>`;
  for (const prefix of ['', 'a:'])
    assert.deepEqual({ ...omePixels(pixels(prefix)) }, { SizeC: '2', PhysicalSizeX: '0.5' });
  assert.equal(omePixels('ImageJ=1.5\nchannels=2'), undefined);
});

test('descriptors of odd values are refused', () => {
  const odd = { toString: 1, valueOf: 1 };
  let deep: unknown = 1;
  for (let k = 0; k < 3000; k++) deep = [deep];
  const nested = `${'['.repeat(100_000)}1${']'.repeat(100_000)}`;
  for (const text of [
    iiif({ id: 'http://[bad' }),
    iiif({ width: odd }),
    iiif({ '@context': deep }),
    iiif({ '@context': odd }),
    `{"@context":${nested}}`,
    '[]',
    '3',
    '{',
  ])
    assert.throws(() => parseIiif(text, address, 'info.json'), unreadable, text.slice(0, 60));
  assert.equal(parseIiif(iiif({ profile: deep, extraFeatures: odd, tiles: deep }), address, 'x').id, 'http://h/i');
  const dzi = (size: unknown): string =>
    JSON.stringify({ Image: { TileSize: size, Overlap: 0, Format: 'png', Size: { Width: 9, Height: 9 } } });
  assert.equal(parseDzi(dzi('256'), 'a').tileSize, 256);
  for (const size of [odd, deep, null, true, [256], '']) assert.throws(() => parseDzi(dzi(size), 'a'), unreadable);
});

test('addresses of any spelling are opened or refused', async () => {
  for (const url of ['http://127.0.0.1:9/100%.tif', 'http://[', '//', '', 'nothing:x', 'file:///x'])
    await assert.rejects(open({ kind: 'url', url }), { code: 'image-not-found' }, url);
});

test('whatever a descriptor says', () => {
  const value = fc.anything({ maxDepth: 3, withNullPrototype: true });
  const keys = [
    '@context',
    'id',
    '@id',
    'width',
    'height',
    'tiles',
    'profile',
    'extraFeatures',
    'extraFormats',
    'Image',
  ];
  const member = fc.tuple(fc.constantFrom(...keys), value);
  const coded = (parse: () => unknown): void => {
    try {
      parse();
    } catch (error) {
      assert.ok(
        error instanceof SegmenterError && ['image-unreadable', 'unsupported'].includes(error.code),
        String(error),
      );
    }
  };
  fc.assert(
    fc.property(fc.array(member, { maxLength: 6 }), fc.string(), (members, text) => {
      const json = JSON.stringify({ ...JSON.parse(iiif({})), ...Object.fromEntries(members) }, (_, v) =>
        typeof v === 'bigint' ? String(v) : v,
      );
      coded(() => parseIiif(json, address, 'x'));
      coded(() => parseDzi(json, 'x'));
      coded(() => parseDzi(`<Image ${text}/>`, 'x'));
      omePixels(`<OME>${text}`);
    }),
    { numRuns: 500 },
  );
});
