import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundsOfStart } from '../../../src/algorithm/start.js';
import type { Position } from '../../../src/core/geometry/ring.js';

test('a polygon of any number of vertices has bounds', () => {
  const ring = Array.from({ length: 300_000 }, (_, k): Position => {
    const angle = (2 * Math.PI * k) / 300_000;
    return [200 + 110 * Math.cos(angle), 100 + 50 * Math.sin(angle)];
  });
  const { x, y, width, height } = boundsOfStart(
    { kind: 'polygon', rings: [ring] },
    { x: 0, y: 0, width: 400, height: 200 },
  );
  assert.deepEqual([x, y, width, height].map(Math.round), [90, 50, 220, 100]);
});
