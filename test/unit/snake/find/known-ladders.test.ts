/** A click's shapes are looked for once, and again where anything that they depend on is another. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunContext, Task } from '../../../../src/algorithm/algorithm.js';
import { CpuExecutor } from '../../../../src/compute/cpu-executor.js';
import { Parts } from '../../../../src/core/parts.js';
import { cut } from '../../../../src/image/sample-arrays.js';
import type { Rung } from '../../../../src/snake/find/ladder.js';
import { growRound, laddersRound } from '../../../../src/snake/find/round-click.js';
import { readParameters } from '../../../../src/snake/schema.js';

const SIDE = 160;
const CENTRE = SIDE / 2;

/** A disc in a larger one. */
const samples = {
  width: SIDE,
  height: SIDE,
  bands: 1,
  data: Uint8Array.from({ length: SIDE ** 2 }, (_, at) => {
    const away = Math.hypot((at % SIDE) - CENTRE, Math.floor(at / SIDE) - CENTRE);
    return (away < 10 ? 60 : away < 40 ? 140 : 220) + ((at * 7919) % 5);
  }),
} as const;

const image = (engine: object): RunContext & { reads: number } => {
  const made = {
    reads: 0,
    run: {},
    engine,
    executor: new CpuExecutor(),
    signal: new AbortController().signal,
    parts: new Parts(),
    image: {
      name: 'discs',
      width: SIDE,
      height: SIDE,
      bands: 1,
      bits: 8,
      depth: 1,
      levels: [{ width: SIDE, height: SIDE, scaleX: 1, scaleY: 1 }],
    } as const,
    pixelBudget: 2 ** 20,
    pixels: async (rect: Parameters<RunContext['pixels']>[0]) => {
      made.reads++;
      return { samples: cut(samples, rect), rect };
    },
    region: async () => samples,
  };
  return made;
};

const point = { x: CENTRE, y: CENTRE };
const parameters = readParameters({});
const inView = { x: CENTRE - 30, y: CENTRE - 30, width: 60, height: 60 };
const click: Task = { start: { kind: 'point', ...point }, init: point, parameters: {} };

const laddersOf = async (context: RunContext, task: Task, at = point): Promise<readonly (readonly Rung[])[]> => {
  const ladders: (readonly Rung[])[] = [];
  for await (const rungs of laddersRound({ point: at, task, context, parameters })) ladders.push(rungs);
  return ladders;
};

test('the ladder of a click is there after the click, and is the one that is looked for without it', async () => {
  const fresh = image({});
  const expected = await laddersOf(fresh, click);
  assert.equal(expected[0]!.length, 2, JSON.stringify(expected[0]!.map(({ area }) => area)));
  const clicked = image({});
  await growRound({ point, task: { ...click, expectedAreas: [300] }, context: clicked, parameters });
  const { reads } = clicked;
  assert.ok(reads > 0);
  assert.deepEqual(await laddersOf(clicked, { ...click, largerThan: 300 }), expected);
  assert.deepEqual(await laddersOf(clicked, { ...click, smallerThan: 4000 }), expected);
  assert.equal(clicked.reads, reads);
});

test('what is in view has a ladder of its own, and what lies beyond is looked for once, when it is asked for', async () => {
  const context = image({});
  const seen: Task = { ...click, inView };
  await growRound({ point, task: seen, context, parameters });
  const { reads } = context;
  const ladders = laddersRound({ point, task: seen, context, parameters });
  const first = (await ladders.next()).value as readonly Rung[];
  assert.equal(context.reads, reads);
  const beyond = (await ladders.next()).value as readonly Rung[];
  assert.ok(context.reads > reads);
  assert.ok(beyond.at(-1)!.area > first.at(-1)!.area);
  const after = context.reads;
  assert.deepEqual(await laddersOf(context, seen), [first, beyond]);
  assert.equal(context.reads, after);
});

test('another click, level, domain, slice, view, parameter, image or engine has other shapes', async () => {
  const engine = {};
  const context = image(engine);
  await laddersOf(context, click);
  const domain = { x: 20, y: 20, width: 120, height: 120 };
  const others: readonly (readonly [RunContext, Task])[] = [
    [context, { ...click, domain }],
    [context, { ...click, level: 0 }],
    [context, { ...click, slice: 1 }],
    [context, { ...click, inView: domain }],
    [context, { ...click, parameters: { model: 'poisson' } }],
    [{ ...context, view: 'stained' }, click],
    [{ ...context, pixelBudget: 2 ** 19 }, click],
    [{ ...context, engine: {} }, click],
  ];
  for (const [k, [its, task]] of others.entries()) {
    const before = context.reads;
    await laddersOf(its, task);
    assert.ok(context.reads > before, `other ${k}`);
  }
  const beside = { x: CENTRE + 1, y: CENTRE };
  const { reads } = context;
  await laddersOf(context, { ...click, start: { kind: 'point', ...beside }, init: beside }, beside);
  assert.ok(context.reads > reads, 'another click');
  const [second, before] = [image(engine), context.reads];
  await laddersOf(second, click);
  assert.ok(second.reads > 0, 'another image of the same engine');
  assert.equal(context.reads, before);
});
