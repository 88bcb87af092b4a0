import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreed, agreementOf, bestAgreement } from '../../../../../src/snake/find/like/agreement.js';

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

test('pixels without data do not count, though an example covers them', () => {
  const [known, standing] = [Uint8Array.of(2, 2, 1, 1), Uint8Array.of(1, 0, 0, 1)];
  const missing = Uint8Array.of(0, 1, 0, 1);
  const few = agreementOf(
    standing.map((stands, i) => (missing[i] ? 0 : stands)),
    Uint8Array.of(2, 0, 1, 0),
    1,
  );
  assert.deepEqual(agreementOf(standing, known, 1, missing), few);
});

test('the best agreement leaves out what the map has no data of', () => {
  const [width, height] = [8, 8];
  const known = Uint8Array.from({ length: 64 }, (_, i) => (i < 32 ? 2 : 1));
  const missing = Uint8Array.from({ length: 64 }, (_, i) => Number(i % 8 >= 6));
  const labels = Int32Array.from({ length: 64 }, (_, i) => Number(i < 32 && missing[i] === 0));
  const plane = { name: 'x', channel: 'x', width, height, values: new Uint16Array(64), missing };
  const { objects } = bestAgreement({ plane, width, height, labels, radius: 1, separability: 1 }, known, 1);
  // 24 pixels have data, and all of them stand out.
  assert.ok(Math.abs(objects - (24 + Math.PI) / (24 + 2 * Math.PI)) < 1e-12);
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

test('bright objects that touch are parted by the mean of a window, and a window that says less is not taken', () => {
  const [width, height, radius] = [64, 32, 8];
  const values = new Uint16Array(width * height);
  const known = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const near = Math.min(Math.hypot(x - 22, y - 16), Math.hypot(x - 42, y - 16));
      known[y * width + x] = near < radius ? 2 : 1;
      values[y * width + x] = near < radius ? 60000 : 20000;
    }
  }
  const plane = { name: 'x', channel: 'x', width, height, values };
  const map = (labels: Int32Array) => ({ plane, width, height, labels, radius, separability: 1 });
  // Everything stands out: the glare between the two as well.
  assert.ok(bestAgreement(map(new Int32Array(width * height).fill(1)), known, radius).window > 0);
  const exact = bestAgreement(map(Int32Array.from(known, (label) => (label === 2 ? 1 : 0))), known, radius);
  assert.equal(exact.window, 0);
});
