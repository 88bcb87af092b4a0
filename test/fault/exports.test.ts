/**
 * Every function that the entry points for Node export, and every method of what they make, with each argument and each member of it
 * wrong in every way: nothing but coded errors leaves them, and no answer has a number that is none.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SegmenterError, type SegmenterError as Told } from '../../src/core/errors.js';
import * as engineEntry from '../../src/engine.js';
import type { ImageSource } from '../../src/image/samples.js';
import * as nodeEntry from '../../src/node.js';
import * as toolkit from '../../src/toolkit.js';
import { attack, type Callable, functionsOf, invoke, methodsOf, type Sound } from '../support/attack.js';
import { shrink } from '../support/shrink.js';

const ring = [0, 0, 4, 0, 4, 4, 0, 4];
const cells = [0, 1, 1, 0, 1, 1];
const samples = { width: 3, height: 2, bands: 1, data: Uint8Array.from([1, 5, 9, 20, 30, 40]) };
const polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [4, 4],
      [12, 4],
      [12, 12],
      [4, 4],
    ],
  ],
};
const placement = {
  pixelWidth: 0.5,
  pixelHeight: 0.5,
  unit: 'µm',
  origin: [0, 0],
  axes: [0.5, 0, 0, -0.5],
  crs: 'EPSG:32632',
};
const told = (): Told => new SegmenterError('bad-parameter', { name: 'a', value: 'b', wanted: 'c' });

const errors: Readonly<Record<string, Callable>> = {
  SegmenterError: {
    call: (...values) => void Reflect.construct(SegmenterError, [...values]),
    sound: [() => 'bad-parameter', () => ({ name: 'a', value: 'b', wanted: 'c' }), () => ({ cause: 1 })],
  },
  'SegmenterError.from': {
    call: (...values) => void invoke(SegmenterError, 'from', values),
    sound: [() => told().toJSON()],
  },
};

const functions: Readonly<Record<string, Readonly<Record<string, readonly Sound[]>>>> = {
  toolkit: {
    applyChannel: [
      () => ({ ...samples, missing: new Uint8Array(6) }),
      () => 'luminance',
      () => ({ bits: 8, signal: new AbortController().signal }),
    ],
    channelList: [() => ({ bands: 3, bits: 8 })],
    maskGeometry: [() => ({ data: cells, width: 3, height: 2, rect: { x: 0, y: 0, width: 3, height: 2 } })],
    measure: [() => polygon, () => placement],
    // It is for workers, and this is none.
    provide: [],
    simplify: [() => ring, () => 1],
    threshold: [() => [1, 2, 30, 31], () => new Uint8Array(4)],
    traceMask: [() => cells, () => 3, () => 2],
  },
  engine: {
    createEngine: [() => ({ backend: 'cpu', pixelBudget: 100, onBackendChange: () => {} })],
    requestOf: [() => ({ properties: { metadata: { request: '{"algorithm":"snake","init":"auto"}' } } })],
  },
  node: {
    openFile: [() => 'test/data/images/grey16.png', () => ({ signal: new AbortController().signal })],
    decodeInThreads: [() => 1],
    evolvers: [() => 1],
  },
};
const entries: Readonly<Record<string, object>> = { toolkit, engine: engineEntry, node: nodeEntry };

/** Ends what a call made. */
const ended = async (answer: unknown): Promise<unknown> => {
  const made: unknown = await answer;
  if (typeof made === 'object' && made !== null)
    for (const name of ['dispose', 'close']) if (name in made) invoke(made, name, []);
  if (typeof made === 'function') made();
  return made;
};

for (const [entry, module] of Object.entries(entries))
  describe(`the entry point ${entry}`, () => {
    test('exports no function that is not tried here', () => {
      const tried = [...Object.keys(functions[entry] ?? {}), 'SegmenterError'];
      assert.deepEqual(
        functionsOf(module).filter((name) => !tried.includes(name)),
        [],
      );
    });
    for (const [name, sound] of Object.entries(functions[entry] ?? {})) {
      if (name === 'provide')
        test(name, () => assert.throws(() => invoke(module, name, [null]), { code: 'unsupported' }));
      else
        test(name, { timeout: 120_000 }, () =>
          attack({ call: (...values) => ended(invoke(module, name, values)), sound }),
        );
    }
  });

// What a trap of a caller's proxy throws is the caller's own.
describe('errors', () => {
  for (const [name, callable] of Object.entries(errors)) test(name, () => attack({ ...callable, spared: ['a proxy'] }));
});

test('a record of a channel that no call made is refused', async () => {
  const { record } = await toolkit.applyChannel(samples, 'luminance');
  const again = await toolkit.applyChannel(samples, 'luminance', { record });
  assert.deepEqual(again.planes[0], samples.data);
  const plane = { weights: [1], offset: 0, scale: 1 };
  for (const transform of [
    null,
    [],
    { kind: 'other' },
    { kind: 'bands', bands: [1] },
    { kind: 'bands', bands: [-1] },
    { kind: 'bands' },
    { kind: 'luma' },
    { kind: 'affine', bits: 8 },
    { kind: 'affine', bits: 9, planes: [plane] },
    { kind: 'affine', bits: 8, planes: [{ ...plane, weights: [1, 1] }] },
    { kind: 'affine', bits: 8, planes: [{ ...plane, scale: null }] },
    { kind: 'logarithm', band: 0, offset: 0 },
    { kind: 'logarithm', band: 0, over: 1, offset: 0, scale: 1 },
    { kind: 'absorbance', weights: [1, 1, 1], white: 255, offset: 0, scale: 1 },
    { kind: 'palette', axes: plane, centres: [[1]] },
    { kind: 'quantiles', band: 0, thresholds: new Array(300).fill(1) },
  ])
    await assert.rejects(
      toolkit.applyChannel(samples, 'luminance', {
        record: { channel: 'luminance', channelTransform: JSON.stringify(transform) },
      }),
      { code: 'bad-parameter' },
      JSON.stringify(transform),
    );
});

describe('methods of an engine and of its runs', () => {
  const data = Uint8Array.from({ length: 24 * 16 }, (_, k) => ((k * 37) % 97) + (k % 24 > 8 && k % 24 < 16 ? 120 : 0));
  const about = { width: 24, height: 16, bands: 1, data, name: 'a' };
  const init = { x: 6, y: 3, width: 12, height: 10 };
  const like = { ...polygon };
  let engine: engineEntry.Engine;
  let image: ImageSource;
  before(async () => {
    engine = await engineEntry.createEngine({ backend: 'cpu' });
    image = await engine.load(about);
  });
  after(() => engine.dispose());

  const signal = (): AbortSignal => new AbortController().signal;
  const methods: Readonly<Record<string, readonly Sound[]>> = {
    awaken: [() => 'snake', () => ({ bands: 1, bits: 8 })],
    close: [() => ({ region: () => {} })],
    expect: [() => image, () => ({ ...init }), () => ({ algorithm: 'snake', inView: init })],
    learn: [() => image, () => ({ like: [like], level: 0 }), () => ({ signal: signal() })],
    load: [() => ({ ...about })],
    measure: [() => image, () => polygon, () => ({ level: 0, domain: init, signal: signal() })],
    open: [() => ({ ...about, kind: 'samples', placement }), () => ({ signal: signal() })],
    prepare: [() => 'snake', () => ({ bands: 1, bits: 8 })],
    rate: [() => image, () => [like], () => ({ like: [like], level: 0 }), () => ({ signal: signal() })],
    register: [() => ({ ...shrink() })],
    segment: [() => image, () => ({ init }), () => ({ id: 'a', signal: signal() })],
    stats: [() => ({ timings: false })],
  };
  /** They take nothing. */
  const bare = ['dispose'];

  test('are all tried here', () => {
    assert.deepEqual(
      methodsOf(engine).filter((name) => !(name in methods) && !bare.includes(name)),
      [],
    );
  });

  for (const [name, sound] of Object.entries(methods))
    test(name, { timeout: 240_000 }, () =>
      attack({
        call: async (...values) => {
          const made = invoke(engine, name, values);
          if (name === 'segment' && typeof made === 'object' && made !== null) {
            invoke(made, 'resume', []);
            await Reflect.get(made, 'outcome');
            return undefined;
          }
          const answer: unknown = await made;
          if (name === 'open' || name === 'load') invoke(engine, 'close', [answer]);
          if (typeof answer === 'function') answer();
          return name === 'stats' || name === 'learn' ? undefined : answer;
        },
        sound,
      }),
    );

  test('tell that the engine was disposed of', async () => {
    const own = await engineEntry.createEngine({ backend: 'cpu' });
    own.dispose();
    const refusing = Object.keys(methods).filter((name) => !['close', 'register', 'segment', 'stats'].includes(name));
    for (const name of refusing)
      await assert.rejects(
        async () => invoke(own, name, methods[name]?.map((make) => make()) ?? []),
        { code: 'disposed' },
        name,
      );
    await assert.rejects(own.segment(image, { init }).result, { code: 'disposed' });
  });
});
