import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createEngine } from '../../../src/engine.js';
import { rectangleRing } from '../../../src/snake/starts.js';
import { hasStrayed } from '../../../src/snake/strayed.js';

const box = { x0: 10, y0: 10, x1: 30, y1: 20 };

test('a contour has strayed where more than half of it lies outside the box', () => {
  const across = (x0: number, x1: number): boolean => hasStrayed(rectangleRing({ x0, y0: 12, x1, y1: 18 }), box);
  assert.equal(across(12, 28), false, 'inside');
  assert.equal(across(26, 34), false, 'half');
  assert.equal(across(26, 35), true, 'more than half');
  assert.equal(across(40, 50), true, 'beside the box');
  assert.equal(hasStrayed(rectangleRing({ x0: 0, y0: 0, x1: 40, y1: 30 }), box), true, 'round the box');
});

test('without confinement the nucleus in the box is found, not a brighter one beside it', async (t) => {
  const engine = await createEngine({ backend: 'cpu' });
  t.after(() => engine.dispose());
  const blob = new Blob([readFileSync(new URL('../../../demo/images/fluo_nuclei.tif', import.meta.url))]);
  const image = await engine.open({ kind: 'blob', blob, name: 'fluo_nuclei.tif' });
  const init = { x: 26, y: 361, width: 35, height: 42 };
  const segmented = (more: object) => engine.segment(image, { init, ...more }).result;
  const confined = await segmented({});
  const free = await segmented({ confine: false });
  assert.deepEqual(free.geometry, confined.geometry);
  assert.equal(free.properties.metadata.confine, 'true', 'the metadata say so');
  const { metadata } = (await segmented({ confine: false, boxPrior: 0 })).properties;
  assert.equal(metadata.confine, 'false', 'where the box is no evidence the samples alone decide');
});
