/** What is read of a level before it is opened. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunContext } from '../../../../src/algorithm/algorithm.js';
import type { Rect } from '../../../../src/core/geometry/rect.js';
import { corridorAlong } from '../../../../src/snake/levels/corridor.js';
import { readAhead } from '../../../../src/snake/levels/read-ahead.js';

const domain = { x: 300, y: 200, width: 1900, height: 1500 };
const ring = [200, 150, 900, 160, 800, 700, 180, 640];

/** The rectangles that are asked for, all of which fail to come. */
const asked = (backend: 'cpu' | 'webgpu', bands: number): Rect[] => {
  const rects: Rect[] = [];
  const levels = [0, 1].map((k) => ({ width: 2400 / 2 ** k, height: 2000 / 2 ** k, scaleX: 2 ** k, scaleY: 2 ** k }));
  const context = {
    executor: { backend },
    image: { levels, bands, bits: 16 },
    region: async (rect: Rect, level: number) => {
      assert.equal(level, 0);
      rects.push(rect);
      throw new Error('the server is gone');
    },
  } as unknown as RunContext;
  readAhead(context, domain, { ring, level: 1 }, { from: 0, finest: 0 });
  return rects;
};

test('on a device a row of each part of the corridor is asked for, within the domain, and nobody hears of a failure', async () => {
  const rects = asked('webgpu', 1);
  const wanted = corridorAlong(
    ring.map((value) => 2 * value),
    2,
  ).within(domain);
  assert.deepEqual(
    rects,
    wanted.map((part) => ({ ...part, height: 1 })),
  );
  assert.ok(rects.length > 8);
  await new Promise((resolve) => setTimeout(resolve));
});

test('on the CPU, and where it is more than an image keeps of its tiles, nothing is', () => {
  assert.deepEqual(asked('cpu', 1), []);
  assert.deepEqual(asked('webgpu', 64), []);
});

test('of several levels the coarser comes first, and none after one for which no bytes are left', () => {
  const levels = [0, 1, 2, 3].map((k) => ({ width: 4800 >> k, height: 4000 >> k, scaleX: 2 ** k, scaleY: 2 ** k }));
  const levelsRead = (bands: number): number[] => {
    const read: number[] = [];
    const region = async (_: Rect, level: number) => {
      read.push(level);
      throw new Error('the server is gone');
    };
    const context = { executor: { backend: 'webgpu' }, image: { levels, bands, bits: 16 }, region };
    readAhead(
      context as unknown as RunContext,
      { x: 0, y: 0, width: 4800, height: 4000 },
      { ring: [60, 50, 500, 60, 300, 400], level: 3 },
      { from: 2, finest: 0 },
    );
    return read.filter((level, i) => level !== read[i - 1]);
  };
  assert.deepEqual(levelsRead(1), [2, 1, 0]);
  assert.deepEqual(levelsRead(4), [2, 1]);
});
