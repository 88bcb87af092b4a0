/** A list of starts: each contour is what it would be alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Outcome, RunCommand, RunState } from '../../src/algorithm/algorithm.js';
import { type Ended, runMany } from '../../src/algorithm/many.js';
import { SegmenterError } from '../../src/core/errors.js';
import { createEngine } from '../../src/engine.js';
import type { ContourFeature } from '../../src/worker/protocol.js';

const WIDTH = 120;
const HEIGHT = 60;
const data = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
  const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
  const disc = [20, 60, 100].some((cx, k) => Math.hypot(x - cx, y - 30) < 10 + 2 * k);
  return (disc ? 170 : 60) + ((i * 7919 + y * 31) % 23);
});
const inits = [
  { x: 8, y: 18, width: 24, height: 24 },
  { x: 60, y: 30 },
  {
    type: 'Polygon',
    coordinates: [
      [
        [86, 16],
        [114, 16],
        [114, 44],
        [86, 44],
        [86, 16],
      ],
    ],
  },
  { x: 44, y: 14, width: 32, height: 32 },
] as const;
const shape = ({ geometry, properties: { measurements, metadata } }: ContourFeature) => ({
  geometry,
  measurements,
  metadata,
});

test('in any order a list gives the contours of single runs, bit for bit, and the same request for each', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    const image = await engine.load({ width: WIDTH, height: HEIGHT, bands: 1, data });
    const alone = await Promise.all(inits.map(async (init) => shape(await engine.segment(image, { init }).result)));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(inits.length - 1), { minLength: 1, maxLength: 6 }), async (order) => {
        const run = engine.segment(image, { init: order.map((i) => inits[i]!) });
        const { contours } = await run.outcome;
        assert.equal(contours[0]!.id, run.id);
        assert.equal(new Set(contours.map(({ id }) => id)).size, order.length);
        assert.deepEqual(
          contours.map(shape),
          order.map((i) => alone[i]),
        );
      }),
      { numRuns: 12 },
    );
  } finally {
    engine.dispose();
  }
});

test('a FeatureCollection is a list; what one start cannot give costs the others nothing', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    const image = await engine.load({ width: WIDTH, height: HEIGHT, bands: 1, data });
    const features = [inits[2], inits[2]].map((geometry) => ({ type: 'Feature', properties: {}, geometry }));
    const both = await engine.segment(image, { init: { type: 'FeatureCollection', features } }).outcome;
    assert.deepEqual(both.contours[0]!.geometry, both.contours[1]!.geometry);
    const tiny = { x: 3, y: 3, width: 1, height: 1 };
    const { contours, details } = await engine.segment(image, { init: [tiny, inits[0]] }).outcome;
    assert.equal(contours.length, 1);
    const [failure] = details!.failures as readonly { index: number; code: string }[];
    assert.deepEqual([failure!.index, failure!.code], [0, 'bad-init']);
    await assert.rejects(engine.segment(image, { init: [tiny, tiny] }).result, { code: 'bad-init' });
    const refused = async (init: unknown, message: RegExp): Promise<void> => {
      await assert.rejects(engine.segment(image, { init } as never).result, { code: 'bad-init', message });
    };
    await refused([], /empty list/);
    await refused([inits[0], 'auto'], /stands alone/);
    await refused([inits[0], { x: 500, y: 3, width: 4, height: 4 }], /1 of the list.*outside/);
    await refused(new Array(1_000_000).fill(inits[0]), /65536 at most/);
    await refused(new Array(70000).fill(inits[0]), /65536 at most/);
  } finally {
    engine.dispose();
  }
});

test('cancelled, a list keeps what is done and ends what is under way; stepped, one step is one state', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    const image = await engine.load({ width: WIDTH, height: HEIGHT, bands: 1, data });
    const run = engine.segment(image, { init: [...inits], paused: true });
    const states = run[Symbol.asyncIterator]();
    run.step();
    const first = await states.next();
    assert.equal(first.value?.rings?.length, 1);
    assert.equal(run.status, 'paused');
    run.cancel();
    const { contours, cancelled } = await run.outcome;
    assert.equal(cancelled, true);
    assert.equal(contours.length, 1);
  } finally {
    engine.dispose();
  }
});

/** Steps that end after so many states, with an outcome that names the run; a negative number fails after as many. */
async function* counted(
  index: number,
  length: number,
  under: Set<number>,
): AsyncGenerator<RunState, Outcome, RunCommand> {
  under.add(index);
  try {
    for (let step = 0; step < Math.abs(length); step++) {
      const word = yield { iteration: 1, step, ring: [index, step], criterion: 0, level: 0 };
      if (word === 'finish') break;
    }
    if (length < 0) throw new SegmenterError('nothing-found', { where: `${index}` });
    return { contours: [], details: { index } };
  } finally {
    under.delete(index);
  }
}

test('however many run side by side, each start ends once, and never more than allowed are under way', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -5, max: 9 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.constantFrom<RunCommand>('go', 'step'), { maxLength: 40 }),
      fc.option(fc.nat(30)),
      async (lengths, atOnce, words, end) => {
        const ended: Ended[] = lengths.map(() => undefined);
        const under = new Set<number>();
        const steps = runMany((i) => counted(i, lengths[i]!, under), ended, atOnce);
        let states = 0;
        for (let next = await steps.next('go'); !next.done; states++) {
          assert.ok(under.size <= atOnce);
          const done = ended.filter((each) => each !== undefined).length;
          assert.deepEqual(next.value.starts, lengths.length > 1 ? { done, of: lengths.length } : undefined);
          next = await steps.next(end !== null && states >= end ? 'finish' : (words[states] ?? 'go'));
        }
        assert.equal(under.size, 0);
        for (const [i, each] of ended.entries()) {
          if (each === undefined) assert.ok(end !== null && states > end);
          else if (each instanceof SegmenterError) assert.ok(lengths[i]! < 0);
          else assert.deepEqual(each.details, { index: i });
        }
      },
    ),
  );
});

test('the first of many runs wait for the device before the last have begun', async () => {
  const begun: number[] = [];
  const waiting: (() => void)[] = [];
  let atFirst = 0;
  async function* run(index: number): AsyncGenerator<RunState, Outcome, RunCommand> {
    begun.push(index);
    // What is prepared takes turns of its own.
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    if (waiting.length === 0) atFirst = begun.length;
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 100) for (const each of waiting) each();
    });
    return { contours: [] };
  }
  const ended: Ended[] = new Array<Ended>(100).fill(undefined);
  const steps = runMany(run, ended, 100);
  while ((await steps.next('go')).done !== true);
  assert.ok(ended.every((each) => each !== undefined));
  assert.ok(atFirst < 100, `${atFirst} had begun`);
});
