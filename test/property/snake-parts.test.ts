/** The tree of parts against flood fills at every threshold, and what is proposed of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ComponentTree } from '../../src/snake/find/component-tree.js';
import { type Plane, PlaneSums } from '../../src/snake/find/plane-sums.js';
import { propose } from '../../src/snake/find/proposals.js';
import { Random } from '../support/random.js';

/** The connected parts of the pixels at or above a threshold, each as its sorted pixels. */
const partsAt = (levels: Uint8Array, missing: Uint8Array | undefined, width: number, threshold: number): number[][] => {
  const height = levels.length / width;
  const open = levels.map((level, i) => Number(level >= threshold && !missing?.[i]));
  const parts: number[][] = [];
  for (let start = 0; start < open.length; start++) {
    if (open[start] === 0) continue;
    const part = [start];
    open[start] = 0;
    for (let next = 0; next < part.length; next++) {
      const at = part[next]!;
      const x = at % width;
      const y = (at - x) / width;
      for (const [nx, ny] of [
        [x - 1, y],
        [x + 1, y],
        [x, y - 1],
        [x, y + 1],
      ] as const) {
        const other = ny * width + nx;
        if (nx < 0 || ny < 0 || nx >= width || ny >= height || open[other] === 0) continue;
        open[other] = 0;
        part.push(other);
      }
    }
    parts.push(part.sort((a, b) => a - b));
  }
  return parts;
};

/** Unit edges between a part and everything else. */
const perimeterOf = (part: readonly number[], width: number): number => {
  const all = new Set(part);
  let edges = 0;
  for (const at of part) {
    const x = at % width;
    edges += Number(x === 0 || !all.has(at - 1)) + Number(x === width - 1 || !all.has(at + 1));
    edges += Number(!all.has(at - width)) + Number(!all.has(at + width));
  }
  return edges;
};

test('the tree holds every part of every threshold, once, with its measures', () => {
  const random = new Random(71);
  for (let trial = 0; trial < 60; trial++) {
    const [width, height] = [random.between(1, 12), random.between(1, 12)];
    const most = random.between(1, 6);
    const levels = Uint8Array.from({ length: width * height }, () => random.between(0, most));
    const missing = trial % 3 === 0 ? levels.map(() => Number(random.between(0, 4) === 0)) : undefined;
    const tree = new ComponentTree({ width, height, levels, missing });
    const members = tree.sums(() => 1);
    const expected = new Map<string, number[]>();
    for (let threshold = 0; threshold <= most; threshold++) {
      for (const part of partsAt(levels, missing, width, threshold)) expected.set(part.join(), part);
    }
    const pixelsOf = (part: number): number[] => {
      const holds = (pixel: number): boolean => {
        for (let at = pixel; ; at = tree.holder[at]!) {
          if (at === part) return true;
          if (tree.holder[at] === at) return false;
        }
      };
      return [...levels.keys()].filter((pixel) => !missing?.[pixel] && holds(pixel));
    };
    assert.equal(tree.parts.length, expected.size);
    const met = new Set<number>();
    for (const part of tree.parts) {
      const pixels = pixelsOf(part);
      assert.ok(expected.has(pixels.join()), `trial ${trial}: ${pixels}`);
      const xs = pixels.map((pixel) => pixel % width);
      const ys = pixels.map((pixel) => Math.floor(pixel / width));
      assert.deepEqual(
        [tree.area[part], members[part], tree.perimeter[part]],
        [pixels.length, pixels.length, perimeterOf(pixels, width)],
      );
      assert.deepEqual(
        [tree.left[part], tree.top[part], tree.right[part], tree.bottom[part]],
        [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
      );
      assert.ok(!met.has(tree.holder[part]!) || tree.holder[part] === part, 'a part comes before what holds it');
      met.add(part);
    }
  }
});

test('sums over rectangles are those of their pixels with data', () => {
  const random = new Random(72);
  const [width, height] = [17, 13];
  const values = Uint16Array.from({ length: width * height }, () => random.between(0, 65535));
  const missing = Uint8Array.from(values, () => Number(random.between(0, 5) === 0));
  const sums = new PlaneSums({ width, height, values, missing });
  for (let trial = 0; trial < 100; trial++) {
    const [left, top] = [random.between(0, width - 1), random.between(0, height - 1)];
    const [right, bottom] = [random.between(left, width), random.between(top, height)];
    let [n, s, q] = [0, 0, 0];
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        if (missing[y * width + x] === 1) continue;
        n++;
        s += values[y * width + x]!;
        q += values[y * width + x]! ** 2;
      }
    }
    assert.deepEqual(sums.within(left, top, right, bottom), [n, s, q]);
  }
});

const signal = new AbortController().signal;
const discs = [
  { x: 30, y: 28, r: 11 },
  { x: 90, y: 34, r: 14 },
  { x: 46, y: 82, r: 9 },
  // Between these two are three pixels.
  { x: 100, y: 88, r: 11 },
  { x: 125, y: 88, r: 11 },
];

/** Discs on a noisy ground. */
const field = (contrast: number, seed: number): Plane => {
  const random = new Random(seed);
  const [width, height] = [150, 120];
  const values = Uint16Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const inside = discs.some((disc) => Math.hypot(x - disc.x, y - disc.y) < disc.r);
    return 5000 + (inside ? contrast : 0) + random.between(-600, 600);
  });
  return { width, height, values };
};

test('brighter and darker discs are proposed one by one, two that nearly touch as well', async () => {
  for (const contrast of [1500, -1500]) {
    const plane = field(contrast, 74);
    const found = await propose(plane, { polarity: 'any', count: 100, signal });
    assert.equal(found.length, discs.length);
    for (const { x, y, r } of discs) {
      const its = found.filter((f) => Math.abs(f.x + f.width / 2 - x) < 3 && Math.abs(f.y + f.height / 2 - y) < 3);
      assert.equal(its.length, 1, `${x}, ${y}`);
      assert.ok(Math.abs(its[0]!.width - 2 * r) < 6 && Math.abs(its[0]!.height - 2 * r) < 6);
    }
    for (const [i, { gain }] of found.entries()) assert.ok(gain > 0 && (i === 0 || gain <= found[i - 1]!.gain));
    const wrong = contrast > 0 ? 'darker' : 'brighter';
    assert.deepEqual(await propose(plane, { polarity: wrong, count: 100, signal }), []);
    assert.deepEqual(await propose(plane, { polarity: 'any', count: 2, signal }), found.slice(0, 2));
  }
});

test('noise alone, and a flat plane, propose nothing; what has no data neither', async () => {
  assert.deepEqual(await propose(field(0, 75), { polarity: 'any', count: 100, signal }), []);
  const flat = { width: 40, height: 30, values: new Uint8Array(1200).fill(9) };
  assert.deepEqual(await propose(flat, { polarity: 'any', count: 100, signal }), []);
  const plane = field(1500, 76);
  const missing = Uint8Array.from(plane.values, (_, i) => Number(i % 150 < 75));
  for (const { x } of await propose({ ...plane, missing }, { polarity: 'any', count: 100, signal })) assert.ok(x >= 75);
  assert.deepEqual(await propose({ ...plane, missing: missing.fill(1) }, { polarity: 'any', count: 100, signal }), []);
});

test('an abort ends the search', async () => {
  const abort = new AbortController();
  const search = propose(field(1500, 77), { polarity: 'any', count: 9, signal: abort.signal });
  abort.abort();
  await assert.rejects(search, { name: 'AbortError' });
});
