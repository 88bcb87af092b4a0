import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rowsOf, rowWords } from '../../src/level-set/bits/bits.js';
import type { Grid } from '../../src/level-set/bits/grid.js';
import { NearWords } from '../../src/level-set/bits/near-words.js';

const grids: fc.Arbitrary<Grid> = fc.record({
  width: fc.integer({ min: 1, max: 100 }),
  height: fc.integer({ min: 1, max: 70 }),
  depth: fc.integer({ min: 1, max: 6 }),
});

type Shape = 'cross' | 'box';

/** The words of the rows near a changed word, one by one: of its own row and of those beside it in x, as `add` marks them. */
const plainly = (grid: Grid, changed: Iterable<number>, reach: number, shape: Shape): Set<number> => {
  const words = rowWords(grid);
  const near = new Set<number>();
  for (const at of changed) {
    const [column, row] = [at % words, Math.floor(at / words)];
    const [y, z] = [row % grid.height, Math.floor(row / grid.height)];
    for (let dz = -reach; dz <= reach; dz++) {
      for (let dy = -reach; dy <= reach; dy++) {
        if (shape === 'cross' && dy !== 0 && dz !== 0) continue;
        const inside = y + dy >= 0 && y + dy < grid.height && z + dz >= 0 && z + dz < grid.depth;
        if (inside) near.add(((z + dz) * grid.height + y + dy) * words + column);
      }
    }
  }
  return near;
};

test('words near a change are those that a look at each row finds, once each', () => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 31 })), { maxLength: 12 });
  fc.assert(
    fc.property(
      grids,
      fc.integer({ min: 1, max: 31 }),
      fc.constantFrom<Shape>('cross', 'box'),
      fc.array(changes, { minLength: 1, maxLength: 3 }),
      (grid, reach, shape, takes) => {
        const words = rowWords(grid);
        const count = words * rowsOf(grid);
        const near = new NearWords(grid, reach, shape);
        assert.deepEqual(
          [...near.take()].sort((a, b) => a - b),
          Array.from({ length: count }, (_, at) => at),
        );
        for (const take of takes) {
          const changed = new Set<number>();
          for (const [any, bit] of take) {
            const at = any % count;
            near.add(at, 1 << bit);
            changed.add(at);
            if (bit < reach && at % words > 0) changed.add(at - 1);
            if (bit >= 32 - reach && at % words < words - 1) changed.add(at + 1);
          }
          assert.deepEqual(new Set(near.changed()), changed);
          const expected = plainly(grid, changed, reach, shape);
          for (const found of [near.peek(), near.take()]) {
            assert.equal(found.length, expected.size);
            assert.deepEqual(new Set(found), expected);
          }
        }
        assert.equal(near.take().length, 0);
      },
    ),
  );
});
