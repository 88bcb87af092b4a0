import assert from 'node:assert/strict';
import { test } from 'node:test';
import { libraryIn } from '../../../../src/element/viewer/openseadragon.js';

test('OpenSeadragon is found in its module, however deep a bundler wrapped it', () => {
  const library = Object.assign(() => undefined, { TileSource: class {} });
  for (const module of [library, { default: library }, { default: { default: library } }])
    assert.equal(libraryIn(module), library);
  for (const module of [undefined, null, {}, { default: {} }, { default: () => undefined }])
    assert.equal(libraryIn(module), undefined);
});
