import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from 'fast-png';
import { createEngine } from '../../src/engine.js';
import type { ImageSpec } from '../../src/image/image-spec.js';
import { open } from '../../src/image/open.js';
import { fileBlob, fileBytes } from '../support/images/image-files.js';
import { ImageServer } from '../support/servers/image-server.js';

test('the same pixels as PNG, DZI, tiled TIFF, COG and samples give the same contour, to the vertex', async (t) => {
  const server = await ImageServer.start((path) => fileBytes(path));
  t.after(() => server.stop());
  const engine = await createEngine({ backend: 'cpu' });
  t.after(() => engine.dispose());
  const tiff: ImageSpec = { kind: 'blob', blob: fileBlob('vips-pyramid.tif'), name: 'tiled.tif' };
  const { width, height } = await open(tiff);
  const whole = await (await open(tiff)).region({ x: 0, y: 0, width, height }, 0);
  assert.ok(whole.data instanceof Uint8Array);
  const png = encode({ width, height, data: whole.data, channels: 3 });
  const specs: Readonly<Record<string, ImageSpec>> = {
    samples: { kind: 'samples', width, height, bands: 3, data: whole.data },
    png: { kind: 'blob', blob: new Blob([new Uint8Array(png)]), name: 'a.png' },
    'tiled TIFF': tiff,
    'TIFF by address': { kind: 'url', url: server.url('vips-subifd.tif') },
    COG: { kind: 'url', url: server.url('cog-mask.tif') },
    DZI: { kind: 'url', url: server.url('dzi-png.dzi') },
  };
  const contours: Record<string, unknown> = {};
  for (const [kind, spec] of Object.entries(specs)) {
    const image = await engine.open(spec);
    const run = engine.segment(image, {
      algorithm: 'snake',
      init: { x: 130, y: 40, width: 80, height: 70 },
      // The COG's mask lies outside.
      domain: { x: 100, y: 10, width: 150, height: 180 },
      level: 0,
    });
    const { geometry, properties } = await run.result;
    assert.ok(geometry.type === 'Polygon' && geometry.coordinates[0]!.length > 4, kind);
    // Only some of the files tell the size of a pixel.
    const measured = Object.entries(properties.measurements).filter(([name]) => !name.includes('µm'));
    assert.ok(measured.length > 4, kind);
    contours[kind] = { geometry, measured };
  }
  for (const [kind, contour] of Object.entries(contours)) assert.deepEqual(contour, contours.samples, kind);
});
