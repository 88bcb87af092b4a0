/** Whether samples are independent: seen in noise of every law, and not where neighbours are alike. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf, correlationIn, growthOf } from '../../../../src/algorithm/evidence/whiteness.js';
import { type ChannelPlanes, rowsOf } from '../../../../src/image/channels/channels.js';
import { Random } from '../../../support/random.js';

const [width, height] = [160, 120];
const ring = [40, 30, 120, 30, 120, 90, 40, 90];
const inside = (i: number): boolean => {
  const [x, y] = [i % width, Math.floor(i / width)];
  return x >= 40 && x < 120 && y >= 30 && y < 90;
};

const planesOf = (values: (i: number) => number, more: Partial<ChannelPlanes> = {}): ChannelPlanes => ({
  width,
  height,
  kind: 'intensity',
  bits: 16,
  planes: [Uint16Array.from({ length: width * height }, (_, i) => values(i))],
  record: {},
  ...more,
});

/** Sums of `2·reach + 1` squared neighbours of white noise. */
const smoothNoise = (random: Random, reach: number): number[] => {
  const white = Array.from({ length: width * height }, () => random.between(0, 200));
  return white.map((_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    let sum = 0;
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        sum += white[((y + dy + height) % height) * width + ((x + dx + width) % width)]!;
      }
    }
    return sum;
  });
};

test('white noise of any strength has next to no correlation in the regions, smoothed noise has', async () => {
  const random = new Random(31);
  for (const contrast of [0, 50, 1000, 20000]) {
    const channel = rowsOf(planesOf((i) => 1000 + (inside(i) ? contrast : 0) + random.between(0, 200)));
    assert.ok((await correlationIn(channel, ring)) < 0.05, `contrast ${contrast}`);
  }
  const smooth = smoothNoise(random, 1);
  assert.ok((await correlationIn(rowsOf(planesOf((i) => smooth[i]!)), ring)) > 0.5);
});

test('growth tells white noise from slopes and smoothed noise without knowing the regions', async () => {
  const random = new Random(32);
  const white = rowsOf(planesOf((i) => 1000 + (inside(i) ? 300 : 0) + random.between(0, 200)));
  assert.ok((await growthOf(white)) < 0.1);
  const smooth = smoothNoise(random, 1);
  assert.ok((await growthOf(rowsOf(planesOf((i) => smooth[i]!)))) > 0.5);
  const slope = rowsOf(planesOf((i) => (i % width) + Math.floor(i / width)));
  assert.ok((await growthOf(slope)) > 2.9);
});

test('one region of independent samples is enough, one correlated plane is too much', async () => {
  const random = new Random(33);
  const smooth = smoothNoise(random, 1);
  const half = planesOf((i) => (inside(i) ? random.between(0, 200) : smooth[i]!));
  assert.ok((await correlationIn(rowsOf(half), ring)) < 0.05);
  const second = Uint16Array.from(smooth);
  assert.ok((await correlationIn(rowsOf({ ...half, planes: [half.planes[0]!, second] }), ring)) > 0.5);
});

test('codes that follow no order are as independent as values', async () => {
  const random = new Random(34);
  const more = { kind: 'codes', codes: 5, bits: 8 } as const;
  const codes = (values: (i: number) => number): ChannelPlanes => ({
    ...planesOf(() => 0, more),
    planes: [Uint8Array.from({ length: width * height }, (_, i) => values(i))],
  });
  const white = codes((i) => random.between(0, inside(i) ? 5 : 3) % 5);
  assert.ok((await correlationIn(rowsOf(white), ring)) < 0.05);
  const patches = codes((i) => (Math.floor((i % width) / 9) * 7 + Math.floor(i / width / 9) * 3) % 5);
  assert.ok((await correlationIn(rowsOf(patches), ring)) > 0.7);
});

test('pixels without data take no part', async () => {
  const random = new Random(35);
  const missing = Uint8Array.from({ length: width * height }, (_, i) => (i % width < 20 ? 1 : 0));
  const channel = rowsOf(planesOf((i) => (missing[i] ? i : random.between(0, 200)), { missing }));
  assert.ok((await correlationIn(channel, ring)) < 0.05);
  assert.ok((await growthOf(channel)) < 0.1);
});

test('of a large domain whole rows are looked at, in blocks that lie in it and do not overlap', () => {
  for (const size of [
    { width: 300, height: 200 },
    { width: 5000, height: 4000 },
    { width: 60000, height: 50 },
    { width: 2, height: 400000 },
  ]) {
    const blocks = blocksOf(size);
    let end = 0;
    for (const { firstRow, rows } of blocks) {
      assert.ok(firstRow >= end && rows >= 1);
      end = firstRow + rows;
    }
    assert.ok(end <= size.height);
  }
});

test('a mask that leaves nothing out changes no correlation', async () => {
  const random = new Random(37);
  const about = planesOf((i) => 1000 + (inside(i) ? 300 : 0) + random.between(0, 60000));
  const masked = rowsOf({ ...about, missing: new Uint8Array(width * height) });
  for (const outline of [ring, [3, 1, 157, 60, 20, 119, 60, 50], [0, 0, 1, 0, 1, 1, 0, 1]]) {
    assert.equal(await correlationIn(rowsOf(about), outline), await correlationIn(masked, outline));
  }
});
