import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maybeObjects, withoutDoubts } from '../../../../../src/snake/find/like/doubts.js';

test('what stands out may be an object, unless half of it lies in examples', () => {
  const labels = Int32Array.of(0, 1, 1, 1, 2, 2, 2, 2, 3, 3);
  const known = Uint8Array.of(1, 1, 0, 2, 2, 2, 1, 1, 1, 0);
  const all = Int32Array.from(labels.keys());
  assert.deepEqual([...maybeObjects(labels, known, all)], [0, 1, 1, 1, 0, 0, 0, 0, 1, 1]);
  assert.deepEqual([...maybeObjects(labels, known, Int32Array.of(8, 4))], [1, 0]);
});

/** Of a hundred samples each: objects of bin 20, background of bin 2, and supposed background brighter than the objects. */
const set = () => {
  const bins = Uint8Array.from({ length: 300 }, (_, i) => (i < 100 ? 20 : i < 200 ? 2 : 28) + (i % 3));
  return { features: [bins], labels: Uint8Array.from(bins, (_, i) => (i < 100 ? 1 : 0)), classes: 2 };
};
const last = Uint8Array.from({ length: 300 }, (_, i) => Number(i >= 200));
const none = new Uint8Array(300);

test('supposed background further from the rest than the examples is left out, however much of it there is; what a counter-example shows stays', () => {
  assert.equal(withoutDoubts(set(), last, none).labels.length, 200);
  assert.equal(withoutDoubts(set(), last, last).labels.length, 300);
});

test('background that may be an object but looks like none stays, and so does all where nothing else is left', () => {
  const { features, labels, classes } = set();
  const unlike = { features: [features[0]!.map((bin, i) => (i >= 200 ? bin - 26 : bin))], labels, classes };
  assert.equal(withoutDoubts(unlike, last, none).labels.length, 300);
  const all = Uint8Array.from(labels, (label) => 1 - label);
  assert.equal(withoutDoubts(set(), all, none).labels.length, 300);
});
