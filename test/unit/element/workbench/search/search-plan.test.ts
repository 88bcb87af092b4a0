/** Sizes that a search is planned by. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf } from '../../../../../src/element/workbench/search/search-plan.js';
import { sizesOf } from '../../../../../src/element/workbench/search/search-sizes.js';

test('the largest of very many examples sets the size, more of them than a call takes arguments', () => {
  const small = { x: 3, y: 4, width: 5, height: 6 };
  const like = [...new Array(200_000).fill(small), { ...small, width: 40 }];
  assert.deepEqual(sizesOf(like), { largest: 40, radius: Math.sqrt(30 / Math.PI) });
  assert.deepEqual(sizesOf([]), {});
});

test('objects are sought at the level of what was learnt before, unless the examples are too small there', () => {
  const levels = [1, 4, 16].map((scale) => ({
    width: 4096 / scale,
    height: 4096 / scale,
    scaleX: scale,
    scaleY: scale,
  }));
  const levelFor = (sizes: Parameters<typeof planOf>[2]): number =>
    planOf({ level: undefined, regions: {}, area: undefined }, { width: 4096, height: 4096, levels, name: '' }, sizes)
      .level;
  assert.equal(levelFor({ scale: 4 }), 1);
  assert.equal(levelFor({ scale: 4, radius: 9 }), 0);
  assert.equal(levelFor({ scale: 4, radius: 40 }), 1);
  assert.equal(levelFor({ radius: 40 }), 0);
});
