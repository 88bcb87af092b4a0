/**
 * Lines and found objects of real images, by the digests of their contours, which browsers compute alike (`test/browser/engine/engines.long`).
 * `GOLDEN=write` records them anew, after a change that is meant to move them: look at the pictures and at bench/RESULTS.md first.
 */
import assert from 'node:assert/strict';
import { openAsBlob, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { createEngine } from '../../src/engine.js';
import { digestsOf } from '../support/contour-digests.js';

const store = new URL('./digests.json', import.meta.url);

test('real images give the lines and the objects on record', async (t) => {
  const engine = await createEngine({ backend: 'cpu' });
  t.after(() => engine.dispose());
  const found = await digestsOf(engine, (file) => openAsBlob(new URL(`../../demo/images/${file}`, import.meta.url)));
  if (process.env.GOLDEN === 'write') writeFileSync(store, `${JSON.stringify(found, null, 1)}\n`);
  assert.deepEqual(found, JSON.parse(readFileSync(store, 'utf8')));
});
