import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BLOCK, beyond, ringNear } from '../../../../src/element/overlay/path-blocks.js';

/** A star with many teeth round (100, 100). */
const star = (count: number): number[] =>
  Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    const radius = 60 + 30 * Math.sin(37 * angle) + (k % 7);
    return [100 + radius * Math.cos(angle), 100 + radius * Math.sin(angle)];
  }).flat();

const isInside = (ring: readonly number[], x: number, y: number): boolean => {
  let inside = false;
  for (let k = 0, before = ring.length - 2; k < ring.length; before = k, k += 2) {
    const [ax, ay, bx, by] = [ring[before]!, ring[before + 1]!, ring[k]!, ring[k + 1]!];
    if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) inside = !inside;
  }
  return inside;
};

const rects = [
  { x: 10, y: 20, width: 30, height: 25 },
  { x: 100, y: 100, width: 16, height: 16 },
  { x: 150, y: 90, width: 60, height: 9 },
  { x: -50, y: -50, width: 400, height: 400 },
];

describe('the blocks of a path', () => {
  for (const count of [BLOCK - 1, BLOCK, BLOCK + 1, 5000]) {
    it(`leave the area of a ring of ${count} vertices as it is in a rectangle`, () => {
      const ring = star(count);
      for (const rect of rects) {
        const near = ringNear(ring, rect);
        for (let k = 0; k < 400; k++) {
          const x = rect.x + (rect.width * ((k % 20) + 0.5)) / 20;
          const y = rect.y + (rect.height * (Math.floor(k / 20) + 0.5)) / 20;
          assert.equal(isInside(near, x, y), isInside(ring, x, y), `${x}, ${y}`);
        }
      }
    });
  }

  it('are beyond a rectangle only where no edge of theirs meets it, the last one to the first vertex too', () => {
    const ring = star(5000);
    for (const rect of rects) {
      const isBeyond = beyond(ring, rect);
      for (let k = 0; k < 5000; k++) {
        const next = (k + 1) % 5000;
        const [ax, ay, bx, by] = [ring[2 * k]!, ring[2 * k + 1]!, ring[2 * next]!, ring[2 * next + 1]!];
        const meets =
          Math.max(ax, bx) >= rect.x &&
          Math.max(ay, by) >= rect.y &&
          Math.min(ax, bx) <= rect.x + rect.width &&
          Math.min(ay, by) <= rect.y + rect.height;
        if (meets) assert.ok(!isBeyond(Math.floor(k / BLOCK)), `edge ${k}`);
      }
    }
  });

  it('of a short stretch of a long ring are few', () => {
    assert.ok(ringNear(star(20_000), { x: 185, y: 98, width: 4, height: 4 }).length < 4000);
  });
});
