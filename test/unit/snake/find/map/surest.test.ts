import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChosenParts, surest, type Weigh, weighed } from '../../../../../src/snake/find/map/surest.js';

const [width, height] = [24, 12];
const size = { width, height };

/** Labels of rectangles, by their left, top, width and height; later ones lie on earlier ones. */
const map = (...boxes: readonly (readonly [number, number, number, number])[]): Int32Array => {
  const labels = new Int32Array(width * height);
  for (const [k, [left, top, across, down]] of boxes.entries()) {
    for (let y = top; y < top + down; y++) labels.fill(k + 1, y * width + left, y * width + left + across);
  }
  return labels;
};

const { signal } = new AbortController();

const chosen = async (maps: readonly Int32Array[], weigh: Weigh): Promise<ChosenParts> =>
  surest(await Promise.all(maps.map((labels) => weighed(labels, weigh, size, signal))), size);

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

/** The nearer to an area, the better. */
const nearTo =
  (wanted: number): Weigh =>
  ({ area }) =>
    100 - Math.abs(area - wanted);

test('of parts on each other those count for which most speaks', async () => {
  const one = map([0, 0, 12, 6]);
  const halves = map([0, 0, 6, 6], [6, 0, 6, 6]);
  assert.deepEqual(boxesOf((await chosen([one, halves], nearTo(36))).labels), ['0,0,5,5,36', '6,0,11,5,36']);
  assert.deepEqual(boxesOf((await chosen([halves, one], nearTo(72))).labels), ['0,0,11,5,72']);
});

test('a part that is cut by a quarter at most keeps its largest piece', async () => {
  const one = map([0, 0, 8, 8]);
  const other = map([6, 0, 8, 8]);
  const further: Weigh = ({ x }) => x;
  const { labels, areas } = await chosen([one, other], further);
  assert.deepEqual(boxesOf(labels), ['6,0,13,7,64', '0,0,5,7,48']);
  assert.deepEqual([...areas], [0, 64, 48]);
  assert.deepEqual(boxesOf((await chosen([map([1, 0, 8, 8]), other], further)).labels), ['6,0,13,7,64']);
  // A surer part across the middle leaves two pieces.
  const across = await chosen([map([0, 0, 12, 2]), map([7, 0, 2, 2])], further);
  assert.deepEqual(boxesOf(across.labels), ['7,0,8,1,4', '0,0,6,1,14']);
});

test('of equals the first map’s part counts, and parts that cannot be are left out', async () => {
  const even: Weigh = () => 0;
  assert.deepEqual(boxesOf((await chosen([map([0, 0, 4, 4]), map([1, 0, 4, 4])], even)).labels), ['0,0,3,3,16']);
  const not: Weigh = ({ x }) => (x === 0 ? -1 : 0);
  assert.deepEqual(boxesOf((await chosen([map([0, 0, 4, 4]), map([1, 0, 4, 4])], not)).labels), ['1,0,4,3,16']);
  assert.deepEqual([...(await chosen([map(), map()], even)).areas], [0]);
});
