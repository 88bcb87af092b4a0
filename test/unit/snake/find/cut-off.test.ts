import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutOff } from '../../../../src/snake/find/map/cut-off.js';

const [width, height] = [5, 4];
/** A part at each side, one at two of them, and one inside. */
const labels = Int32Array.from(
  `
  6 6 1 0 0
  6 0 0 0 2
  3 0 5 0 2
  0 0 0 4 0
`
    .trim()
    .split(/\s+/u),
  Number,
);
const nowhere = { left: false, top: false, right: false, bottom: false };
const cut = (border: typeof nowhere): number[] =>
  [...cutOff(labels, { width, height }, border, 7).entries()].flatMap(([label, flag]) => (flag === 1 ? [label] : []));

test('parts at the sides that are the image’s are cut off, and what has no label is no part', () => {
  assert.deepEqual(cut(nowhere), []);
  assert.deepEqual(cut({ ...nowhere, top: true }), [1, 6]);
  assert.deepEqual(cut({ ...nowhere, right: true }), [2]);
  assert.deepEqual(cut({ ...nowhere, left: true }), [3, 6]);
  assert.deepEqual(cut({ ...nowhere, bottom: true }), [4]);
  assert.deepEqual(cut({ left: true, top: true, right: true, bottom: true }), [1, 2, 3, 4, 6]);
});
