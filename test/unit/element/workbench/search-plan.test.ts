/** Sizes that a search is planned by. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizesOf } from '../../../../src/element/workbench/search-sizes.js';

test('the largest of very many examples sets the size, more of them than a call takes arguments', () => {
  const small = { x: 3, y: 4, width: 5, height: 6 };
  const like = [...new Array(200_000).fill(small), { ...small, width: 40 }];
  assert.deepEqual(sizesOf(like), { largest: 40 });
  assert.deepEqual(sizesOf([]), {});
});
