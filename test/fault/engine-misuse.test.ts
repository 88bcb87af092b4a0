/** Every member of the engine with whatever a caller may pass: nothing but coded errors leaves, and the engine goes on. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import type { RunContext, Task } from '../../src/algorithm/algorithm.js';
import { SegmenterError } from '../../src/core/errors.js';
import { createEngine, type Engine, requestOf } from '../../src/engine.js';
import type { ImageSource } from '../../src/image/samples.js';
import { openFile } from '../../src/node.js';
import { coded } from '../support/errors.js';
import { Odd, oddMembers, oddValue, trapped } from '../support/odd-values.js';
import { shrink } from '../support/shrink.js';

const RUNS = Number(process.env.FUZZ_RUNS ?? 150);
const data = Uint8Array.from({ length: 24 * 16 }, (_, k) => ((k * 37) % 97) + (k % 24 > 8 && k % 24 < 16 ? 120 : 0));
const about = { width: 24, height: 16, data };
const init = { x: 6, y: 3, width: 12, height: 10 };

let engine: Engine;
let image: ImageSource;
before(async () => {
  engine = await createEngine({ backend: 'cpu' });
  image = await engine.load(about);
});
after(() => engine.dispose());

/** A coded error that blames no fault of ours, or an abort. */
const isTold = (error: unknown): boolean =>
  (error instanceof SegmenterError && error.code !== 'internal') ||
  (error instanceof DOMException && error.name === 'AbortError');
const quiet = async (call: () => unknown): Promise<void> => {
  try {
    await call();
  } catch (error) {
    assert.ok(isTold(error), error instanceof Error ? error.stack : String(error));
  }
};
/** Calls with odd arguments, whose types no compiler saw. */
const call = (target: object, name: string, ...args: readonly unknown[]): unknown => {
  const member: unknown = Reflect.get(target, name);
  assert.ok(typeof member === 'function', name);
  return Reflect.apply(member, target, args);
};
const forAll = (
  values: readonly fc.Arbitrary<Odd>[],
  run: (...values: unknown[]) => unknown,
  numRuns = RUNS,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.tuple(...values), async (given) => quiet(() => run(...given.map((odd) => odd.make())))),
    { numRuns, seed: Number(process.env.FUZZ_SEED ?? 1) },
  );
const free = async (opened: unknown): Promise<unknown> => call(engine, 'close', await opened);

const spec = oddMembers(['kind', 'url', 'blob', 'name', 'width', 'height', 'bands', 'data', 'missing', 'placement'], {
  kind: 'samples',
  ...about,
});
const request = oddMembers(
  ['algorithm', 'init', 'domain', 'level', 'slice', 'pixelBudget', 'parameters', 'paused', 'model', 'channel', 'grow'],
  { init },
);
const options = oddMembers(['signal', 'id', 'timings', 'backend', 'gpu', 'pixelBudget', 'onBackendChange']);
const odd = (members: fc.Arbitrary<Odd>): fc.Arbitrary<Odd> => fc.oneof(members, oddValue);

describe('members of the engine take anything', () => {
  const budget = { timeout: 300_000 };
  test('open', budget, () => forAll([odd(spec), odd(options)], (what, how) => free(call(engine, 'open', what, how))));
  test('load', budget, () => forAll([odd(spec)], (what) => free(call(engine, 'load', what))));
  test('segment', budget, () =>
    forAll(
      [
        fc.oneof(
          { weight: 5, arbitrary: fc.constant(new Odd('image', () => 'image')) },
          { weight: 1, arbitrary: oddValue },
        ),
        odd(request),
        odd(options),
      ],
      async (what, asked, how) => {
        const run = call(engine, 'segment', what === 'image' ? image : what, asked, how);
        assert.ok(typeof run === 'object' && run !== null && 'outcome' in run);
        call(run, 'resume');
        await run.outcome;
      },
    ),
  );
  test('prepare, close, stats, register', budget, async () => {
    await forAll([oddValue], (id) => call(engine, 'prepare', id));
    await forAll([oddValue], (id) => call(engine, 'close', id));
    await forAll([odd(options)], (how) => call(engine, 'stats', how));
    const algorithm = oddMembers(['id', 'title', 'schema', 'run', 'prepare'], shrink());
    await forAll([odd(algorithm)], (what) => {
      const remove = call(engine, 'register', what);
      if (typeof remove === 'function') remove();
    });
  });
  test('createEngine, openFile, requestOf and region', budget, async () => {
    await forAll(
      [odd(options)],
      async (how) => {
        const made: unknown = await Reflect.apply(createEngine, undefined, [how]);
        if (typeof made === 'object' && made !== null) call(made, 'dispose');
      },
      60,
    );
    await forAll([oddValue, odd(options)], (path, how) => Reflect.apply(openFile, undefined, [path, how]));
    await forAll([oddValue], (contour) => Reflect.apply(requestOf, undefined, [contour]));
  });
  test('it goes on, and holds nothing', async () => {
    assert.ok(await engine.segment(image, { init }).result);
    const { images, runs, bytes } = engine.stats();
    assert.deepEqual({ images, runs, bytes }, { images: 1, runs: 0, bytes: 0 });
  });
});

test('what fuzzers found once', async () => {
  const proxy = trapped();
  const fake = { aborted: false, addEventListener: null, [Symbol.toStringTag]: 'AbortSignal' };
  const wrong = coded('bad-parameter');
  await assert.rejects(Promise.resolve(call(engine, 'load', { ...about, missing: 3 })), wrong);
  await assert.rejects(Promise.resolve(call(engine, 'load', { ...about, data: proxy })), wrong);
  await assert.rejects(Promise.resolve(Reflect.apply(createEngine, undefined, [{ gpu: proxy }])), wrong);
  const run = call(engine, 'segment', image, { init }, { signal: fake });
  assert.ok(typeof run === 'object' && run !== null && 'result' in run);
  await assert.rejects(Promise.resolve(run.result), wrong);
  for (const contour of [null, proxy]) assert.equal(Reflect.apply(requestOf, undefined, [contour]), undefined);
});

test('samples may be of another window, or of a canvas; what else there is, is named', async () => {
  const expected = (await engine.segment(image, { init }).result).geometry;
  const [theirs, mask]: [Uint8Array, Uint8Array] = runInNewContext(
    '[Uint8Array.from(data), new Uint8Array(data.length)]',
    { data: [...data] },
  );
  const own = {
    name: 'own',
    bands: 1,
    bits: 8,
    width: 24,
    height: 16,
    levels: [{ width: 24, height: 16, scaleX: 1, scaleY: 1 }],
    region: async () => ({ ...about, bands: 1, data: theirs }),
    close: () => {},
  } as const;
  for (const given of [
    { ...about, data: theirs, missing: mask },
    { ...about, data: Uint8ClampedArray.from(data) },
  ]) {
    const loaded = await engine.load(given);
    assert.deepEqual((await engine.segment(loaded, { init }).result).geometry, expected);
    engine.close(loaded);
  }
  const source = await engine.load(own);
  assert.ok((await engine.segment(source, { init, domain: { x: 0, y: 0, width: 24, height: 16 } }).result).geometry);
  engine.close(source);
  await assert.rejects(
    Promise.resolve(call(engine, 'load', { ...about, data: Int16Array.from(data) })),
    coded('bad-parameter', 'Int16Array'),
  );
});

test('a size of a pixel that no area can be measured with is refused, of samples and of a source; another counts', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const about = { kind: 'samples', width: 3, height: 2, bands: 1, data: new Uint8Array(6), name: 'a' } as const;
  const ring = [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
    [0, 0],
  ] as const;
  const square = { type: 'Polygon', coordinates: [ring] } as const;
  const upright = { pixelWidth: 0.5, pixelHeight: 0.5, unit: 'µm' } as const;
  for (const wrong of [{ pixelWidth: 1e200 }, { pixelHeight: 1e-200 }, { axes: [1e200, 0, 0, 1e200] }] as const) {
    const placement = { ...upright, ...wrong };
    await assert.rejects(engine.open({ ...about, placement }), { code: 'bad-parameter', message: /placement/ });
    const sound = await engine.open({ ...about, placement: upright });
    const source = Object.assign(Object.create(sound), { placement });
    await assert.rejects(engine.load(source), { code: 'bad-parameter', message: /placement/ });
    assert.equal((await engine.measure(sound, square))['Area µm^2'], 1);
  }
  const largest = { ...upright, pixelWidth: 1e100, pixelHeight: 1e100 };
  assert.ok((await engine.measure(await engine.open({ ...about, placement: largest }), square))['Area µm^2']! > 1e200);
  engine.dispose();
});

test('a start that the caller changes afterwards is the one that was given', async () => {
  const given = { init: { ...init }, hints: { inside: [[12, 8]] }, domain: { x: 0, y: 0, width: 24, height: 16 } };
  const { geometry } = await engine.segment(image, structuredClone(given)).result;
  const run = engine.segment(image, given);
  Object.assign(given.init, { x: 0, width: 3 });
  given.hints.inside[0]?.fill(1);
  given.domain.width = 4;
  assert.deepEqual((await run.result).geometry, geometry);
  const boxes = [{ ...init }, { ...init, height: 9 }];
  const list = engine.segment(image, { init: boxes });
  boxes.length = 0;
  assert.equal((await list.outcome).contours.length, 2);
});

test('a start whose members are worked out is read once', async () => {
  let reads = 0;
  const box = Object.defineProperty({ ...init }, 'x', {
    enumerable: true,
    get: () => {
      reads++;
      return init.x;
    },
  });
  await engine.segment(image, { init: box }).result;
  assert.equal(reads, 1);
});

test('a source that fails is told, and does not keep the engine from being disposed of', async () => {
  const own = await createEngine({ backend: 'cpu' });
  const sound: ImageSource = {
    name: 'mine',
    width: 24,
    height: 16,
    bands: 1,
    bits: 8,
    levels: [{ width: 24, height: 16, scaleX: 1, scaleY: 1 }],
    region: async ({ width, height }) => ({ width, height, bands: 1, data: new Uint8Array(width * height) }),
    close: () => {
      throw new Error('it is stuck');
    },
  };
  const failing = async (region: ImageSource['region'], words: string): Promise<void> => {
    const source = await own.load({ ...sound, region });
    await assert.rejects(own.segment(source, { init }).result, coded('image-unreadable', words));
  };
  await failing(async () => {
    throw new Error('no disk');
  }, 'no disk');
  await failing(async ({ height }) => ({ width: 1, height, bands: 1, data: new Uint8Array(height) }), 'gave no 1 × 8');
  await failing(
    async ({ width, height }) => ({ width, height, bands: 1, data: new Uint16Array(width * height) }),
    'gave no',
  );
  for (const wrong of [{ bits: 7 }, { levels: [] }, { width: 0 }, { close: undefined }, { name: 3 }])
    await assert.rejects(Promise.resolve(call(own, 'load', { ...sound, ...wrong })), coded('bad-parameter', 'image.'));
  own.dispose();
  assert.equal(own.stats().images, 0);
});

test('algorithms of a page are checked: what they are, what they say and what they give', async () => {
  const own = await createEngine({ backend: 'cpu' });
  const source = await own.load(about);
  const { run, ...rest } = shrink();
  const giving = async (outcome: (sound: Record<string, unknown>) => unknown, words: string): Promise<void> => {
    const remove = call(own, 'register', {
      ...rest,
      async *run(task: Task, context: RunContext) {
        const { contours } = yield* run(task, context);
        return outcome({ ...contours[0] });
      },
    });
    await assert.rejects(own.segment(source, { algorithm: 'shrink', init }).result, coded('bad-algorithm', words));
    assert.ok(typeof remove === 'function');
    remove();
  };
  const points = [
    [0, 0],
    [1, 0],
    [1, Number.NaN],
    [0, 0],
  ];
  for (const contour of [
    { geometry: { type: 'Polygon', coordinates: [points] } },
    { geometry: { type: 'Polygon', coordinates: [points.slice(0, 2)] } },
    {
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ],
        ],
      },
    },
    { geometry: { type: 'MultiLineString', coordinates: [] } },
    { geometry: { type: 'Point', coordinates: [0, 0] } },
    { measurements: { a: 'x' } },
    { metadata: { a: 1 } },
    { slice: 0.5 },
  ])
    await giving((sound) => ({ contours: [{ ...sound, ...contour }] }), 'it gave the contour');
  await giving(() => undefined, 'it gave the contour');
  await giving(() => ({ contours: 'all' }), 'it gave the contour');
  const stating = async (state: object, words: string): Promise<void> => {
    const remove = call(own, 'register', {
      ...rest,
      async *run(task: Task, context: RunContext) {
        const steps = run(task, context);
        const { value } = await steps.next('go');
        yield { ...value, ...state };
        return { contours: [] };
      },
    });
    await assert.rejects(own.segment(source, { algorithm: 'shrink', init }).result, coded('bad-algorithm', words));
    assert.ok(typeof remove === 'function');
    remove();
  };
  for (const state of [
    { ring: [1, 2, 3] },
    { ring: 'x' },
    { ring: [1, Number.NaN] },
    { iteration: 'x' },
    { rings: [1] },
  ])
    await stating(state, 'it gave the state');
  for (const wrong of [
    { run: () => undefined },
    { run: () => ({ next: () => 3 }) },
    {
      run: () => {
        throw new TypeError('no');
      },
    },
  ]) {
    const remove = call(own, 'register', { ...rest, ...wrong });
    await assert.rejects(own.segment(source, { algorithm: 'shrink', init }).result, coded('bad-algorithm'));
    assert.ok(typeof remove === 'function');
    remove();
  }
  await assert.rejects(own.segment(source, { algorithm: 'shrink', init }).result, coded('bad-parameter', 'algorithm'));
  own.dispose();
});

describe('what was given bounds the result', () => {
  test('objects looked for in a domain stay in it', async () => {
    const own = await createEngine({ backend: 'cpu' });
    const [width, height] = [60, 200];
    const discs = [
      [20, 148],
      [40, 170],
      [15, 180],
      [45, 146],
    ] as const;
    const picture = Uint8Array.from({ length: width * height }, (_, k) => {
      const [x, y] = [k % width, Math.floor(k / width)];
      const inside = discs.some(([cx, cy]) => (x - cx) ** 2 + (y - cy) ** 2 < 64);
      return (inside ? 160 : 60) + ((k * 7919) % 23);
    });
    const source = await own.load({ width, height, data: picture });
    const domain = { x: 0, y: 150, width: 60, height: 50 };
    const { contours } = await own.segment(source, { init: 'auto', domain }).outcome;
    assert.ok(contours.length > 2);
    for (const { geometry, properties } of contours) {
      assert.ok(geometry.type === 'Polygon');
      for (const [, y] of geometry.coordinates.flat()) assert.ok(y >= 150, `${y}`);
      const its: unknown = JSON.parse(properties.metadata.domain ?? '{}');
      assert.ok(typeof its === 'object' && its !== null && 'y' in its && Number(its.y) >= 150);
    }
    own.dispose();
  });

  test('a run that can find a contour ends with one wherever it is cancelled', async () => {
    const own = await createEngine({ backend: 'cpu' });
    const small = Float32Array.from({ length: 48 }, (_, k) => k % 7);
    const source = await own.load({ width: 4, height: 4, bands: 3, data: small });
    const start = { init: { x: 0, y: 0, width: 3, height: 3 } };
    const states: unknown[] = [];
    const whole = own.segment(source, start);
    for await (const state of whole) states.push(state);
    assert.ok(await whole.result);
    for (let k = 0; k <= states.length; k++) {
      const run = own.segment(source, start);
      let seen = 0;
      if (k === 0) run.cancel();
      for await (const _ of run) if (++seen === k) run.cancel();
      assert.ok(await run.result, `cancelled after ${k}`);
    }
    own.dispose();
  });
});
