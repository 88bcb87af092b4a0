import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreed, agreementOf } from '../../../../../src/snake/find/like/agreement.js';

/** Of 100 known pixels of objects and 200 of background as many stand out. */
const agreementAt = (objects: number, background: number, radius = 1) => {
  const known = Uint8Array.from({ length: 320 }, (_, i) => (i < 100 ? 2 : i < 300 ? 1 : 0));
  const standing = Uint8Array.from(known, (label, i) =>
    label === 2 ? Number(i < objects) : label === 1 ? Number(i - 100 < background) : 1,
  );
  return agreementOf(standing, known, radius);
};

test('shares follow the rule of succession in discs, and pixels that are not known do not count', () => {
  const { objects, background } = agreementAt(100, 0, Math.sqrt(10 / Math.PI));
  // Ten discs of ten pixels all stand out, and none of twenty does.
  assert.ok(Math.abs(objects - 11 / 12) < 1e-12 && Math.abs(background - 1 / 22) < 1e-12);
});

test('what agrees with the examples speaks for a pixel, what contradicts them against it, and what knows nothing changes nothing', () => {
  const good = agreementAt(90, 10);
  assert.ok(agreed(0.4, 1, good) > 0.4 && agreed(0.6, 0, good) < 0.6);
  const reversed = agreementAt(10, 180);
  assert.ok(agreed(0.6, 1, reversed) < 0.6 && agreed(0.4, 0, reversed) > 0.4);
  const idle = { objects: 0.3, background: 0.3 };
  assert.ok(Math.abs(agreed(0.4, 1, idle) - 0.4) < 1e-12 && Math.abs(agreed(0.4, 0, idle) - 0.4) < 1e-12);
});

test('one example alone never decides against a forest that is sure', () => {
  const one = agreementAt(100, 0, Math.sqrt(100 / Math.PI));
  assert.ok(agreed(0.97, 0, one) > 0.5 && agreed(0.03, 1, one) < 0.5);
});
