import assert from 'node:assert/strict';
import { test } from 'node:test';
import { positionsOf } from '../../../../src/core/geometry/ring.js';
import { ringSpans } from '../../../../src/core/geometry/scanline.js';
import {
  addedSums,
  finerMeans,
  meansOf,
  restOf,
  type WindowSums,
  windowSums,
} from '../../../../src/snake/levels/level-means.js';
import { Random } from '../../../support/random.js';
import { bruteMoments, scene, starRing } from '../../../support/snake/cases.js';

const intensity = { codes: false, highest: 65535 };
const sums = (target: number[], background: number[]): WindowSums => ({
  target: Float64Array.from(target),
  background: Float64Array.from(background),
});

test('the sums of a window are those of its pixels with data, by brute force', () => {
  const random = new Random(71);
  const kinds = [{}, { bits: 8 }, { planes: 2, masked: true }, { codes: 16 }, { codes: 16, masked: true }] as const;
  // WebAssembly takes 2¹⁵ samples at a time.
  const sizes = [
    [50, 44],
    [230, 290],
  ] as const;
  for (const [kind, [width, height]] of kinds.flatMap((kind) => sizes.map((size) => [kind, size] as const))) {
    const channel = scene(random, width, height, kind);
    const ring = starRing(random, width, height, 9);
    const { target, background } = windowSums(channel, ringSpans([positionsOf(ring)], channel));
    const inside = bruteMoments(channel, ring);
    const all = bruteMoments(channel, [0, 0, width, 0, width, height, 0, height]);
    assert.deepEqual([...target].map(BigInt), inside);
    assert.deepEqual(
      [...background].map(BigInt),
      all.map((value, i) => value - inside[i]!),
    );
  }
});

test('the sums of parts of a window add up to those of the window', () => {
  const random = new Random(72);
  for (const kind of [{}, { planes: 2, masked: true }, { codes: 16 }]) {
    const whole = scene(random, 60, 44, kind);
    const inside = ringSpans([positionsOf(starRing(random, 60, 44, 9))], whole);
    const parts = [
      { x: 0, y: 0, width: 60, height: 13 },
      { x: 0, y: 13, width: 21, height: 31 },
      { x: 21, y: 13, width: 39, height: 31 },
    ].map(({ x, y, width, height }) => {
      const isIn = (_: number, i: number): boolean => {
        const [column, row] = [i % 60, Math.floor(i / 60)];
        return column >= x && column < x + width && row >= y && row < y + height;
      };
      const missing = whole.missing?.filter(isIn);
      const planes = whole.planes.map((plane) => plane.filter(isIn));
      return windowSums({ ...whole, width, height, planes, ...(missing ? { missing } : {}) }, inside, [x, y]);
    });
    assert.deepEqual(parts.reduce(addedSums), windowSums(whole, inside));
  }
});

test('a level that was read whole is known exactly', () => {
  const means = meansOf({ moments: [4n, 40n, 420n], domain: [10n, 70n, 600n] });
  assert.deepEqual(means, { target: { pixels: 4, means: [10, 105] }, background: { pixels: 6, means: [5, 30] } });
  const rest = restOf(means, { inside: 1, outside: 2 }, false);
  assert.deepEqual(rest, { target: [3n, 30n, 315n], domain: [7n, 50n, 435n] });
});

test('a finer level has the mean difference of what was read at both', () => {
  const coarse = { target: { pixels: 100, means: [10, 101] }, background: { pixels: 300, means: [4, 17] } };
  const pair = [sums([8, 84, 960], [4, 16, 100]), sums([2, 20, 202], [1, 4, 17])] as const;
  const fine = finerMeans(coarse, 4, [pair], intensity);
  // Squares a pixel: 120 against 101 inside, 25 against 17 outside; means 10.5 against 10.
  assert.deepEqual(fine, {
    target: { pixels: 400, means: [10.5, 120] },
    background: { pixels: 1200, means: [4, 25] },
  });
  assert.deepEqual(finerMeans(coarse, 4, [], intensity).background, { pixels: 1200, means: [4, 17] });
});

test('means stay such as samples can have', () => {
  const coarse = { target: { pixels: 8, means: [1, 1] }, background: { pixels: 8, means: [0.5, 0.5] } };
  const pair = [sums([4, 1, 1], [4, 4, 4]), sums([4, 12, 12], [4, 0, 0])] as const;
  const { target, background } = finerMeans(coarse, 4, [pair], { codes: false, highest: 1 });
  assert.deepEqual(target.means, [0, 0]);
  assert.deepEqual(background.means, [1, 1]);
  const shares = finerMeans(coarse, 4, [pair], { codes: true, highest: 255 });
  assert.deepEqual(shares.background.means, [1, 1]);
});

test('codes are counted by their counts, and more pixels than the criterion takes keep their proportions', () => {
  const codes = { target: { pixels: 9, means: [1 / 3, 2 / 3] }, background: { pixels: 7, means: [0.5, 0.5] } };
  const rest = restOf(codes, { inside: 0, outside: 0 }, true);
  assert.deepEqual(rest.target, [9n, 3n, 6n]);
  assert.equal(rest.domain[0], rest.domain[1]! + rest.domain[2]!);
  const huge = { target: { pixels: 6e9, means: [10] }, background: { pixels: 2e9, means: [20] } };
  const { target, domain } = restOf(huge, { inside: 0, outside: 0 }, false);
  assert.equal(domain[0], 2n ** 29n);
  assert.equal(target[0]! * 4n, domain[0]! * 3n);
  assert.deepEqual([target[1], domain[1]! - target[1]!], [target[0]! * 10n, (domain[0]! - target[0]!) * 20n]);
});
