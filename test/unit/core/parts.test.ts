import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Parts } from '../../../src/core/parts.js';

test('what goes on side by side is counted once, a failure too', async () => {
  const parts = new Parts();
  const ends: (() => void)[] = [];
  const work = (): Promise<void> => parts.time('read', () => new Promise((resolve) => ends.push(resolve)));
  const begun = performance.now();
  const all = Array.from({ length: 50 }, work);
  const under = performance.now();
  while (performance.now() - under < 5);
  for (const end of ends) end();
  await Promise.all(all);
  const most = performance.now() - begun;
  assert.ok(parts.totals.read >= 5 && parts.totals.read <= most, `${parts.totals.read} of ${most} ms`);
  await assert.rejects(
    parts.time('measure', () => Promise.reject(new Error('no'))),
    /no/,
  );
  const { measure } = parts.totals;
  await parts.time('measure', async () => {});
  assert.ok(measure >= 0 && parts.totals.measure >= measure && parts.totals.measure <= performance.now() - begun);
});
