/** Parts of the code that do not come, as when the connection is lost: the error says so, and does not blame the file. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { test } from 'node:test';
import type { ContourFeature } from '../../src/algorithm/contour-feature.js';
import { georeferenced } from '../../src/contours/formats/georeference.js';
import { readContourFile } from '../../src/contours/formats/read-file.js';
import { flatGeobufBlob } from '../../src/contours/formats/streams/to-blob.js';
import { open } from '../../src/image/open.js';
import { openFile } from '../../src/image/open-file.js';
import { coded } from '../support/errors.js';
import { deflatedTiles } from '../support/images/deflated-tiles.js';
import { ImageServer } from '../support/servers/image-server.js';

// No process but this one has the hook: each file of `test/fault` has a process of its own.
const missing = /\/(inflate|jpeg|png)\.ts$|^codec:zstd-wasm$|\/flatgeobuf\/(read|write)\.ts$|\/proj4\//;
const hook = `export const load = (url, context, next) => {
  if (${missing}.test(url.split('?')[0])) throw new TypeError('Failed to fetch dynamically imported module');
  return next(url, context);
};`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);

const notLoaded = coded('not-loaded', 'Failed to fetch dynamically imported module');
const blob = (bytes: Uint8Array<ArrayBuffer>) => ({ kind: 'blob', blob: new Blob([bytes]), name: 'image' }) as const;
const whole = async (path: string): Promise<void> => {
  const image = await openFile(path);
  try {
    await image.region({ x: 0, y: 0, width: 1, height: 1 }, 0);
  } finally {
    image.close();
  }
};
test('pictures', async () => {
  await assert.rejects(whole('test/data/images/grey4.png'), notLoaded);
  await assert.rejects(whole('test/data/images/jpeg-444.jpg'), notLoaded);
});

test('tiles of a TIFF', async () => {
  await assert.rejects(async () => {
    const image = await open(blob(await deflatedTiles(2)));
    return image.region({ x: 0, y: 0, width: 4, height: 4 }, 0);
  }, notLoaded);
  await assert.rejects(whole('test/data/images/u16-zstd.tif'), notLoaded);
});

test('a volume', async () => {
  await assert.rejects(whole('demo/images/icbm152_t1_2mm.nii.gz'), notLoaded);
});

test('the tiles of a IIIF server, which are not asked for in another format instead', async (t) => {
  const info = {
    '@context': 'http://iiif.io/api/image/3/context.json',
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level2',
    width: 256,
    height: 256,
    tiles: [{ width: 256, scaleFactors: [1] }],
  };
  const server = await ImageServer.start((path) => {
    if (path === 'iiif/a/info.json') return new TextEncoder().encode(JSON.stringify(info));
    return readFileSync(`test/data/images/${path.endsWith('.png') ? 'grey4.png' : 'jpeg-444.jpg'}`);
  });
  t.after(() => server.stop());
  await assert.rejects(open({ kind: 'url', url: server.url('iiif/a/info.json') }), notLoaded);
  assert.ok(server.requests.every(({ path }) => !path.endsWith('.jpg')));
});

test('contours', async () => {
  const size = { name: 'image', width: 9, height: 9 };
  const none: readonly ContourFeature[] = [];
  await assert.rejects(readContourFile(new Blob([Uint8Array.of(0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 1)])), notLoaded);
  await assert.rejects(flatGeobufBlob(none, size), notLoaded);
  const placement = { origin: [0, 0], pixelWidth: 1, pixelHeight: 1, unit: 'm', crs: 'EPSG:32631' } as const;
  await assert.rejects(georeferenced(none, placement, 'image', 'wgs84'), notLoaded);
});
