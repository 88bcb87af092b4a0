/** Marks on vertices are drawn where they can be told apart, on whatever path and however far along it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Apart } from '../../../../src/element/overlay/marks-apart.js';

describe('marks of a view', () => {
  it('are as far apart as their distance asks for, across the borders of cells and in the margin', () => {
    const apart = new Apart({ width: 100, height: 60 });
    const taken: (readonly [number, number])[] = [];
    let seed = 7;
    const random = (): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return seed / 2 ** 32;
    };
    let refused = 0;
    for (let k = 0; k < 3000; k++) {
      // Exact as 32-bit floats.
      const [x, y] = [Math.round(4 * (116 * random() - 8)) / 4, Math.round(4 * (76 * random() - 8)) / 4];
      const isNear = taken.some(([u, v]) => Math.abs(u - x) < 5 && Math.abs(v - y) < 5);
      assert.equal(apart.takes(x, y), !isNear, `${x}, ${y}`);
      if (isNear) refused++;
      else taken.push([x, y]);
    }
    assert.ok(taken.length > 100 && refused > 100);
  });
});
