/** Thinning of a whole mask, against its definition: pixels one after the other, weakest first. */
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { removable } from '../../src/linear-features/kernels/shared/neighbours.js';
import { thinStrong } from '../../src/linear-features/network/sweep.js';
import { aroundIn, type Mask, pixelsLeft, spaceOf } from '../support/linear-features/spaces.js';
import { Random } from '../support/random.js';

/** What is left of a mask by the definition. Strengths are below 4096, so that each is a step of its own. */
const thinned = (mask: Mask, strengths: ReadonlyMap<number, number>): number[] => {
  const left = new Set(mask.pixels);
  for (let looked = [...mask.pixels]; looked.length > 0; ) {
    const waits = new Set(looked);
    const again = new Set<number>();
    for (const pixel of looked.sort((a, b) => strengths.get(a)! - strengths.get(b)! || a - b)) {
      waits.delete(pixel);
      if (removable[aroundIn(left, mask, pixel)] === 0) continue;
      left.delete(pixel);
      const [x, y] = [pixel % mask.width, Math.floor(pixel / mask.width)];
      for (const other of left) {
        const near = Math.abs((other % mask.width) - x) <= 1 && Math.abs(Math.floor(other / mask.width) - y) <= 1;
        if (near && !waits.has(other)) again.add(other);
      }
    }
    looked = [...again].filter((pixel) => left.has(pixel));
  }
  return [...left];
};

test('a whole mask is thinned as if its pixels were looked at one after the other, weakest first', () => {
  const random = new Random(15);
  let gone = 0;
  for (const [width, height] of [
    [1, 1],
    [1, 40],
    [40, 1],
    [31, 33],
    [64, 20],
  ] as const) {
    for (const most of [0, 1, 2, 5, 4000]) {
      for (const share of [1, 2, 6]) {
        const pixels = Array.from({ length: width * height }, (_, i) => i).filter(() => random.between(0, share) > 0);
        const mask: Mask = { width, height, pixels };
        // A slope, against the order of the rows, and noise of few or many steps.
        const strengths = new Map(
          pixels.map((pixel) => [pixel, random.between(0, most) + (most === 2 ? 3000 - (pixel % 3000) : 0)]),
        );
        const wanted = thinned(mask, strengths);
        for (const fast of [true, false]) {
          const made = spaceOf(mask, { strength: (pixel) => strengths.get(pixel)!, fast });
          thinStrong(made.space, made.pieces, made.room);
          deepEqual(pixelsLeft(made), wanted, `${width} × ${height}, ${most}, ${share}, ${fast}`);
        }
        gone += pixels.length - wanted.length;
      }
    }
  }
  ok(gone > 5000, `${gone} pixels`);
});
