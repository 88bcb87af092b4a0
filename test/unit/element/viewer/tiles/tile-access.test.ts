import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asked } from '../../../../../src/element/viewer/tiles/tile-access.js';

const settings = { headers: { Authorization: 'Bearer secret' } };
const info = 'https://slides.example/iiif/1/info.json';

test('settings that are no function are for the origin of the image alone, whatever a descriptor names', async () => {
  for (const src of [info, 'dicomweb:https://slides.example/studies/1/series/2']) {
    const request = asked(settings, src)!;
    assert.equal(await request('https://slides.example/tiles/0/0_0.png'), settings);
    for (const other of [
      'https://tiles.example/0.png',
      'http://slides.example/0.png',
      'https://slides.example:8443/0.png',
    ])
      assert.deepEqual(await request(other), {}, other);
  }
});

test('where the page gives the tiles, they are for all addresses; a function is asked of each', async () => {
  assert.equal(await asked(settings, { getTileUrl: () => '' })!('https://tiles.example/0.png'), settings);
  const ask = (url: string) => ({ headers: { url } });
  assert.equal(asked(ask, info), ask);
  assert.equal(asked(undefined, info), undefined);
});
