import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ring } from '../../../../src/core/geometry/ring.js';
import { withoutCuts } from '../../../../src/snake/levels/ring-window.js';

const window = { x: 0, y: 0, width: 2000, height: 2000 };
/** A corner `(21, 220)` from the first vertex on, and a cut between them. */
const ringWith = (x: number, y: number): Ring => [500, 500, 500 + x, 500 + y, 521, 720, 900, 100];

test('a cut that lies a whole pixel off the line through its neighbours is a corner; one that lies nearer is not', () => {
  const cases: readonly (readonly [x: number, y: number, kept: boolean])[] = [];
  const found = cases as [number, number, boolean][];
  // Of that vector the length is 221, a whole number: several pixels lie off it by just that much over 221.
  for (let x = 0; x <= 21; x++)
    for (let y = 0; y <= 220; y++) {
      const off = Math.abs(21 * y - 220 * x);
      if (off > 0 && off <= 221) found.push([x, y, off === 221]);
    }
  assert.ok(cases.some(([, , kept]) => kept) && cases.some(([, , kept]) => !kept));
  for (const [x, y, kept] of cases) {
    const ring = ringWith(x, y);
    const cut = withoutCuts(ring, new Set([`${500 + x} ${500 + y}`]), window);
    assert.equal(cut.length, kept ? ring.length : ring.length - 2, `${x}, ${y}`);
  }
});
