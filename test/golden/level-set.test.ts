/**
 * The level set on real data, to the last node: contours of images, and of a volume the voxels of every slice, the middle slice's ring
 * and a digest of all rings. `GOLDEN=write` records them anew, after a change that is meant to move them: look at the pictures and at
 * bench/RESULTS.md first.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { createEngine } from '../../src/engine.js';
import type { EngineRequest } from '../../src/worker/engine.js';
import { levelSetRecord } from '../support/contour-digests.js';

const store = new URL('./level-set.json', import.meta.url);

const nucleus = { x: 440, y: 295, width: 50, height: 34 };
const flood = { x: 428, y: 120, width: 84, height: 130 };
const brain = { x: 25, y: 30, width: 45, height: 55 };
const volume = 'icbm152_t1_2mm.nii.gz';

const cases: readonly (EngineRequest & { readonly file: string })[] = [
  { file: 'fluo_nuclei.tif', init: nucleus },
  { file: 'fluo_nuclei.tif', init: nucleus, speed: 'chan-vese', filterSize: 3 },
  { file: 'fluo_nuclei.tif', init: nucleus, form: 'proposal-1' },
  { file: 'fluo_nuclei.tif', init: nucleus, form: 'proposal-2', launches: 5 },
  { file: 's1_spain_vv.tif', init: flood, channel: 'db' },
  { file: 's1_spain_vv.tif', init: flood, speed: 'gamma' },
  { file: volume, init: brain },
  { file: volume, init: { x: 47, y: 58 }, speed: 'chan-vese', radius: 20 },
  { file: volume, init: brain, speed: 'range', range: [130, 256], minimumArea: 4 },
  { file: volume, init: brain, form: 'proposal-2' },
  { file: volume, init: brain, wholeVolume: false, slice: 40 },
];

test('real images and a real volume give the contours on record', async (t) => {
  const engine = await createEngine({ backend: 'cpu' });
  t.after(() => engine.dispose());
  const found: Record<string, unknown> = {};
  for (const { file, ...request } of cases) {
    const blob = new Blob([readFileSync(new URL(`../../demo/images/${file}`, import.meta.url))]);
    const image = await engine.open({ kind: 'blob', blob, name: file });
    const { contours } = await engine.segment(image, { algorithm: 'level-set', ...request }).outcome;
    found[`${file} ${JSON.stringify(request)}`] = await levelSetRecord(contours);
    engine.close(image);
  }
  if (process.env.GOLDEN === 'write') writeFileSync(store, `${JSON.stringify(found)}\n`);
  assert.deepEqual(found, JSON.parse(readFileSync(store, 'utf8')));
});
