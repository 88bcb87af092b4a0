import assert from 'node:assert/strict';
import { test } from 'node:test';
import { surest } from '../../../../../src/snake/find/like/surest.js';

const [width, height] = [24, 12];
const size = { width, height };
/** Maps of a region inside an image, and of a whole one. */
const inside = { left: false, top: false, right: false, bottom: false };
const whole = { left: true, top: true, right: true, bottom: true };

/** Labels of rectangles, by their left, top, width and height; later ones lie on earlier ones. */
const map = (...boxes: readonly (readonly [number, number, number, number])[]): Int32Array => {
  const labels = new Int32Array(width * height);
  for (const [k, [left, top, across, down]] of boxes.entries()) {
    for (let y = top; y < top + down; y++) labels.fill(k + 1, y * width + left, y * width + left + across);
  }
  return labels;
};

/** Votes of 100 at most, in columns of the given values. */
const votes = (of: (x: number, y: number) => number): Uint16Array =>
  Uint16Array.from({ length: width * height }, (_, i) => of(i % width, Math.floor(i / width)));

const boxesOf = (labels: Int32Array): string[] => {
  const found = new Map<number, [number, number, number, number, number]>();
  for (const [i, label] of labels.entries()) {
    if (label === 0) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    const box = found.get(label) ?? [x, y, x, y, 0];
    found.set(label, [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y), box[4] + 1]);
  }
  return [...found.entries()].sort(([a], [b]) => a - b).map(([, box]) => box.join());
};

test('of two maps the part of the examples’ size counts, where votes are alike', () => {
  const one = map([0, 0, 12, 6]);
  const halves = map([0, 0, 6, 6], [6, 0, 6, 6]);
  const even = votes(() => 90);
  assert.deepEqual(boxesOf(surest([one, halves], even, 50, [30, 42], size, inside).labels), [
    '0,0,5,5,36',
    '6,0,11,5,36',
  ]);
  assert.deepEqual(boxesOf(surest([halves, one], even, 50, [60, 84], size, inside).labels), ['0,0,11,5,72']);
});

test('of parts of one size the one with more votes counts; one that is cut by a quarter at most keeps its largest piece', () => {
  const one = map([0, 0, 8, 8]);
  const other = map([6, 0, 8, 8]);
  const rising = votes((x) => 60 + x);
  const { labels, areas } = surest([one, other], rising, 50, [64, 64], size, inside);
  assert.deepEqual(boxesOf(labels), ['6,0,13,7,64', '0,0,5,7,48']);
  assert.deepEqual([...areas], [0, 64, 48]);
  const further = surest([map([1, 0, 8, 8]), other], rising, 50, [64, 64], size, inside);
  assert.deepEqual(boxesOf(further.labels), ['6,0,13,7,64']);
  // A surer part across the middle leaves two pieces.
  const across = surest(
    [map([0, 0, 12, 2]), map([7, 0, 2, 2])],
    votes((x) => (x === 7 || x === 8 ? 99 : 60)),
    50,
    [4, 4],
    size,
    inside,
  );
  assert.deepEqual(boxesOf(across.labels), ['7,0,8,1,4', '0,0,6,1,14']);
});

test('parts of the second map need half of the votes, and a size between a quarter and four times the examples’', () => {
  const first = map([0, 0, 4, 4]);
  const second = map([12, 0, 4, 4], [18, 0, 1, 1], [6, 4, 18, 8]);
  const low = votes((x) => (x < 8 ? 20 : 45));
  assert.deepEqual(boxesOf(surest([first, second], low, 50, [16, 16], size, inside).labels), ['0,0,3,3,16']);
  const high = votes(() => 80);
  assert.deepEqual(boxesOf(surest([first, second], high, 50, [16, 16], size, inside).labels), [
    '0,0,3,3,16',
    '12,0,15,3,16',
  ]);
});

test('of equals the first map’s part counts, and nothing is chosen where there are no parts', () => {
  const { labels } = surest(
    [map([0, 0, 4, 4]), map([1, 0, 4, 4])],
    votes(() => 70),
    50,
    [16, 16],
    size,
    inside,
  );
  assert.deepEqual(boxesOf(labels), ['0,0,3,3,16']);
  assert.deepEqual(
    [
      ...surest(
        [map(), map()],
        votes(() => 70),
        50,
        [16, 16],
        size,
        inside,
      ).areas,
    ],
    [0],
  );
});

test('of a part that the image’s edge cuts off a small area says nothing against it, and a cap is enough', () => {
  const even = votes(() => 80);
  // A sixth of the example's area, where a quarter is asked inside.
  const cap = map([0, 4, 4, 4]);
  const capped = (border: typeof whole) => boxesOf(surest([map(), cap], even, 50, [100, 100], size, border).labels);
  assert.deepEqual(capped(inside), []);
  assert.deepEqual(capped(whole), ['0,4,3,7,16']);
  assert.deepEqual(capped({ ...whole, left: false }), []);
  const maps = [map([0, 4, 4, 4]), map([0, 4, 8, 4])];
  const first = (border: typeof whole) => boxesOf(surest(maps, even, 50, [64, 64], size, border).labels)[0];
  assert.equal(first(inside), '0,4,7,7,32');
  assert.equal(first(whole), '0,4,3,7,16');
});
