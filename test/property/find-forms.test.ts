/** The SIMD forms of the search for objects give the words of the plain ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simd } from '../../src/snake/find/kernels/simd/instance.js';
import { BINS } from '../../src/snake/find/like/features.js';
import { grow, type Tree } from '../../src/snake/find/like/forest.js';
import { voter } from '../../src/snake/find/like/voter.js';
import { boxBlur } from '../../src/snake/find/map/box-blur.js';
import { topHat } from '../../src/snake/find/map/top-hat.js';
import { Random } from '../support/random.js';

const plainly = () => undefined;

test('a plane is evened out alike in both forms, whatever its size and its window', () => {
  assert.ok(simd(), 'this platform has no SIMD');
  const random = new Random(71);
  for (let k = 0; k < 150; k++) {
    const size = { width: random.between(1, k % 5 === 0 ? 300 : 40), height: random.between(1, 70) };
    const radius = k % 9 === 0 ? random.between(100, 127) : random.between(1, 20);
    const top = k % 7 === 0;
    const values = Uint16Array.from({ length: size.width * size.height }, () =>
      top ? 65535 : random.between(0, 65535),
    );
    assert.deepEqual(
      boxBlur(values, size, radius),
      boxBlur(values, size, radius, plainly),
      `${size.width} × ${size.height}, ${radius}`,
    );
  }
});

test('an even plane stays as it is, also under a window that is wider than any plane', () => {
  const values = new Uint16Array(40 * 4).fill(65535);
  for (const radius of [16383, 16384, 20000])
    assert.deepEqual(boxBlur(values, { width: 40, height: 4 }, radius), values, `a radius of ${radius}`);
});

test('what rises above its surroundings is alike in both forms, whatever the size and the square', () => {
  const random = new Random(74);
  for (let k = 0; k < 120; k++) {
    const size = { width: random.between(1, 60), height: random.between(1, 50) };
    const radius = random.between(1, k % 6 === 0 ? 70 : 12);
    const values = Uint16Array.from({ length: size.width * size.height }, () =>
      random.between(0, 9) === 0 ? 65535 : random.between(0, 65535),
    );
    assert.deepEqual(
      topHat(values, size, radius),
      topHat(values, size, radius, plainly),
      `${size.width} × ${size.height}, ${radius}`,
    );
  }
});

const pixelsOf = (random: Random, features: number, count: number): Uint8Array[] =>
  Array.from({ length: features }, () => {
    let value = random.between(0, BINS - 1);
    return Uint8Array.from({ length: count }, () => {
      // Neighbours are mostly alike.
      if (random.between(0, 3) === 0) value = Math.min(BINS - 1, Math.max(0, value + random.between(-3, 3)));
      return value;
    });
  });

const summed = (
  trees: readonly Tree[],
  classes: number,
  labels: number,
  columns: readonly Uint8Array[],
  plain: boolean,
) => {
  const count = columns[0]!.length;
  const sums = Array.from({ length: labels }, () => new Uint16Array(count).fill(1));
  // What lies before and behind the pixels asked for stays as it was.
  voter(trees, classes, plain ? plainly : simd)(columns, 3, count - 2, sums);
  return sums;
};

test('a forest votes alike in both forms, for any number of classes, features and pixels', () => {
  const random = new Random(72);
  for (let k = 0; k < 12; k++) {
    const classes = random.between(2, 4);
    const features = random.between(1, 36);
    const learnt = pixelsOf(random, features, 900);
    const labels = Uint8Array.from({ length: 900 }, (_, i) =>
      i < classes ? i : Math.min(classes - 1, Math.floor((classes * learnt[0]![i]!) / BINS + random.between(0, 1))),
    );
    const trees = grow({ features: learnt, labels, classes }, k);
    const columns = pixelsOf(random, features, k === 0 ? 40_000 : random.between(6, 3000));
    for (const each of [1, classes]) {
      assert.deepEqual(summed(trees, classes, each, columns, false), summed(trees, classes, each, columns, true));
    }
  }
});

test('a tree that is deeper than the kernel has room for votes all the same', () => {
  const depth = 90;
  const nodes = Array.from({ length: 2 * depth + 1 }, (_, node) => node);
  const inner = (node: number): boolean => node % 2 === 0 && node < 2 * depth;
  const tree: Tree = {
    feature: nodes.map((node) => (inner(node) ? node % 3 : -1)),
    bin: nodes.map((node) => (inner(node) ? node % BINS : 0)),
    left: nodes.map((node) => (inner(node) ? node + 1 : 0)),
    shares: nodes.map((node) => (inner(node) ? [] : [node % 256, 255 - (node % 256)])),
  };
  const columns = pixelsOf(new Random(73), 3, 500);
  assert.deepEqual(summed([tree], 2, 1, columns, false), summed([tree], 2, 1, columns, true));
});
