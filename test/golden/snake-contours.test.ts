/**
 * Contours of real images, to the last vertex. `GOLDEN=write` records them anew, after a change that is meant to move
 * them: look at the pictures and at bench/RESULTS.md first.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { createEngine } from '../../src/engine.js';

const store = new URL('./snake-contours.json', import.meta.url);

const cases = [
  { file: 'fluo_nuclei.tif', init: { x: 440, y: 295, width: 50, height: 34 } },
  { file: 'fluo_nuclei.tif', init: { x: 144, y: 320, width: 46, height: 35 }, model: 'poisson' },
  { file: 's1_spain_vh.tif', init: { x: 428, y: 120, width: 84, height: 130 } },
  { file: 's1_spain_vh.tif', init: { x: 428, y: 120, width: 84, height: 130 }, model: 'gamma', order: 4 },
  { file: 'CMU-1-Small-Region.svs', init: { x: 1350, y: 640, width: 260, height: 220 } },
  { file: 'CMU-1-Small-Region.svs', init: { x: 1350, y: 640, width: 260, height: 220 }, channel: 'hematoxylin' },
  { file: 'CMU-1-Small-Region.svs', init: { x: 1350, y: 640, width: 260, height: 220 }, model: 'categorical' },
] as const;

test('real images give the contours on record', async (t) => {
  const engine = await createEngine({ backend: 'cpu' });
  t.after(() => engine.dispose());
  const found: Record<string, readonly number[]> = {};
  for (const { file, ...request } of cases) {
    const blob = new Blob([readFileSync(new URL(`../../demo/images/${file}`, import.meta.url))]);
    const image = await engine.open({ kind: 'blob', blob, name: file });
    const { geometry } = await engine.segment(image, request).result;
    assert.ok(geometry.type === 'Polygon');
    found[`${file} ${JSON.stringify(request)}`] = geometry.coordinates[0]!.slice(0, -1).flat();
    engine.close(image);
  }
  if (process.env.GOLDEN === 'write') writeFileSync(store, `${JSON.stringify(found, null, 1)}\n`);
  assert.deepEqual(found, JSON.parse(readFileSync(store, 'utf8')));
});
