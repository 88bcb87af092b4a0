import assert from 'node:assert/strict';
import { test } from 'node:test';
import { medianAreaIn } from '../../../support/images/slide-nuclei.js';

test('nuclei too small for the usual level of a larger view are found at a finer one', async () => {
  const median = await medianAreaIn({ x: 719, y: 873, width: 895, height: 691 });
  assert.ok(median > 80 && median < 300, `a median of ${median} px²`);
});

test('the largest objects of a slide of 6.6 megapixels, seen whole, are nuclei and flakes, not the tissue', async () => {
  const median = await medianAreaIn();
  assert.ok(median > 80 && median < 600, `a median of ${median} px²`);
});
