/** What is read of the levels that come next while a device evolves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunContext } from '../../../../src/algorithm/algorithm.js';
import { Parts } from '../../../../src/core/parts.js';
import { pause } from '../../../../src/core/pause.js';
import { type LevelsAhead, readNext } from '../../../../src/snake/levels/next-level.js';
import { readParameters } from '../../../../src/snake/schema.js';
import { sightOf } from '../../../../src/snake/sight.js';
import { until } from '../../../support/until.js';

const domain = { x: 0, y: 0, width: 4096, height: 2048 };
const ring = [20, 20, 200, 30, 100, 110];
/** Whose memory of samples is empty but for one test's. */
let engine = {};
const levels = [0, 1, 2, 3, 4].map((k) => ({
  width: 4096 / 2 ** k,
  height: 2048 / 2 ** k,
  scaleX: 2 ** k,
  scaleY: 2 ** k,
}));

interface Options {
  readonly backend?: 'cpu' | 'webgpu';
  readonly bands?: number;
  readonly budget?: number;
  readonly finest?: number;
  readonly fails?: number;
}

/** Levels that were read whole and along the ring, in their order; level 4 is evolved in. */
const asked = async (ahead: LevelsAhead, given: Options = {}, level = 4, near?: typeof ring, waits = false) => {
  const { backend = 'webgpu', bands = 1, budget = 2 ** 24, finest = 0, fails } = given;
  const [whole, along]: [number[], number[]] = [[], []];
  const context = {
    engine,
    executor: { backend },
    image: { levels, bands, bits: 16 },
    pixelBudget: budget,
    pixels: async (_rect: unknown, at: number) => {
      whole.push(at);
      await pause();
      if (at === fails) throw new Error('the server is gone');
      return { samples: { level: at } };
    },
    region: async (rect: { height: number }, at: number) => {
      assert.equal(rect.height, 1);
      along.push(at);
      throw new Error('the server is gone');
    },
  } as unknown as RunContext;
  readNext(context, { domain, level, finest, ring: near }, ahead);
  for (let k = 0; k < 100; k++) await pause();
  // The code that reads along a ring is loaded when it is first needed.
  if (waits) await until('reads along the ring', () => new Set(along).size === 2);
  return { whole, along: [...new Set(along)] };
};

test('levels that fit begin to come, the coarser first, on the CPU too', async () => {
  const ahead: LevelsAhead = new Map();
  assert.deepEqual(await asked(ahead), { whole: [3, 2, 1, 0], along: [] });
  assert.deepEqual([...ahead.keys()], [3, 2, 1, 0]);
  assert.deepEqual(await ahead.get(1), { level: 1 });
  assert.deepEqual(await asked(new Map(), { backend: 'cpu' }), { whole: [3, 2, 1, 0], along: [] });
  assert.deepEqual(await asked(new Map(), { finest: 2 }), { whole: [3, 2], along: [] });
});

test('no more than 2²⁶ bytes wait, and no level beyond the budget', async () => {
  // 13 bands of 16 bits: 52 MiB at level 1, 13 and 3.25 at the coarser ones.
  assert.deepEqual((await asked(new Map(), { bands: 13 })).whole, [3, 2]);
  assert.deepEqual((await asked(new Map(), { budget: 2 ** 20 })).whole, [3, 2]);
});

test('nothing is read before a message that waits was let in', async () => {
  const order: string[] = [];
  const pixels = async (): Promise<unknown> => {
    order.push('read');
    return { samples: {} };
  };
  const image = { levels, bands: 1, bits: 16 };
  const context = { engine, executor: { backend: 'webgpu' }, image, pixelBudget: 2 ** 24, pixels };
  setImmediate(() => order.push('message'));
  readNext(context as unknown as RunContext, { domain, level: 4, finest: 3 }, new Map());
  await until('a level', () => order.includes('read'));
  assert.deepEqual(order, ['message', 'read']);
});

test('samples that an earlier contour left are not read again', async () => {
  engine = {};
  const rect = { x: 0, y: 0, width: 1024, height: 512 };
  const samples = { width: 1024, height: 512, bands: 1, data: Uint16Array.from({ length: 2 ** 19 }, (_, i) => i % 7) };
  const context = { engine, image: { levels, bands: 1, bits: 16 }, parts: new Parts() } as unknown as RunContext;
  await sightOf(context, readParameters({}), { domain: rect, level: 2 }, undefined, async () => samples);
  const ahead: LevelsAhead = new Map();
  assert.deepEqual((await asked(ahead)).whole, [3, 1, 0]);
  assert.equal(await ahead.get(2), samples);
  engine = {};
});

test('at the next level nothing is read twice, and what is no longer needed is let go', async () => {
  const ahead: LevelsAhead = new Map();
  await asked(ahead);
  assert.deepEqual(await asked(ahead, {}, 3), { whole: [], along: [] });
  assert.deepEqual([...ahead.keys()], [2, 1, 0]);
});

test('what is let go before its turn is not read', async () => {
  const ahead: LevelsAhead = new Map();
  const reading = asked(ahead);
  ahead.clear();
  assert.deepEqual((await reading).whole, []);
});

test('a level that did not come is nobody’s error, and those after it come', async () => {
  const ahead: LevelsAhead = new Map();
  assert.deepEqual((await asked(ahead, { fails: 2 })).whole, [3, 2, 1, 0]);
  assert.equal(await ahead.get(2), undefined);
  assert.deepEqual(await ahead.get(0), { level: 0 });
});

test('levels that are not read whole come along the ring after the others, where the ring is near the contour', async () => {
  const budget = 2 ** 16;
  assert.deepEqual(await asked(new Map(), { budget }, 3, ring, true), { whole: [], along: [2, 1] });
  assert.deepEqual(await asked(new Map(), { budget, finest: 1 }, 3, ring, true), { whole: [], along: [2, 1] });
  assert.deepEqual(await asked(new Map(), { budget: 2 ** 19 }, 3, ring, true), { whole: [2], along: [1, 0] });
  assert.deepEqual(await asked(new Map(), { budget }, 3), { whole: [], along: [] });
  // The CPU has no time for them.
  const cpu = { budget: 2 ** 19, backend: 'cpu' } as const;
  assert.deepEqual(await asked(new Map(), cpu, 3, ring), { whole: [2], along: [] });
});
