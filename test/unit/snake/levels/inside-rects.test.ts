import assert from 'node:assert/strict';
import { test } from 'node:test';
import { positionsOf } from '../../../../src/core/geometry/ring.js';
import { ringSpans, runsOn } from '../../../../src/core/geometry/scanline.js';
import { pixelsInside } from '../../../../src/snake/levels/inside-rects.js';
import { Random } from '../../../support/random.js';

test('pixels of rectangles inside a ring are those of its rows, for any ring, also beyond the window and through itself', () => {
  const random = new Random(77);
  let found = 0;
  for (let trial = 0; trial < 300; trial++) {
    const window = { width: random.between(1, 90), height: random.between(1, 70) };
    const vertices = random.between(3, 24);
    const ring = Array.from({ length: 2 * vertices }, () => random.between(-20, 110));
    const rects = Array.from({ length: 4 }, () => {
      const [x, y] = [random.between(0, window.width - 1), random.between(0, window.height - 1)];
      return { x, y, width: random.between(1, window.width - x), height: random.between(1, window.height - y) };
    });
    const spans = ringSpans([positionsOf(ring)], window);
    let wanted = 0;
    for (const { x, y, width, height } of rects) {
      for (let row = y; row < y + height; row++) {
        const runs = runsOn(spans, row);
        for (let column = x; column < x + width; column++) {
          if (runs.filter((end) => end <= column).length % 2 === 1) wanted++;
        }
      }
    }
    assert.equal(pixelsInside(ring, window, rects), wanted, `trial ${trial}`);
    found += wanted;
  }
  assert.ok(found > 10_000, `${found}`);
});
