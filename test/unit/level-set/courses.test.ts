/** What the level set keeps of its last runs: how much, and of which. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/engine.js';
import { noMarks } from '../../../src/level-set/hints/corrections.js';
import { Course, type Front } from '../../../src/level-set/hints/course.js';
import { courses } from '../../../src/level-set/hints/courses.js';
import { Ground } from '../../../src/level-set/hints/ground.js';
import { playedDevice } from '../../support/devices/played-device.js';
import { FaultyCalls, virtualGpu } from '../../support/devices/virtual-device.js';

const grid = { width: 10, height: 10, depth: 1 };
const field = { grid, planes: [new Uint8Array(100)] };
const schedule = {
  dataIterations: 1,
  launches: 1,
  smoothingIterations: 1,
  filterSize: 3,
  filterVariance: 2,
  outerIterations: 1,
  tolerance: 0,
};
const progress = { outer: 1, steps: 1, stopped: true, settled: false, changed: 0, inside: 0 };
/** 40 bytes of bits, and 100 of certain cells where there was a mark. */
const front = (marked: boolean): Front => {
  const bits = new Uint32Array(10);
  const final = { ...progress, bits, slice: () => bits, moments: undefined };
  const stage = { ...noMarks(), certain: new Int8Array(marked ? 100 : 0) };
  return { problem: { field, speed: { kind: 'gaussian' }, schedule, form: 'sequential' }, final, stage };
};
const mark = { cells: [5], inside: true };
const wrong = { heads: [mark], others: [] };
const made = (corrections: number): Course<string> => {
  const course = new Course('began', new Ground(field, async () => undefined, 'not'), front(false));
  for (let at = 0; at < corrections; at++) course.keep(at, wrong, [mark], front(true));
  return course;
};
const contextOf = (): { engine: object; image: { levels: [] } } => ({ engine: {}, image: { levels: [] } });

describe('what is kept of runs of the level set', () => {
  it('forgets the last corrections where all are too much, and no more', () => {
    const kept = courses<string>(500).of(contextOf());
    kept.give('a', made(4), false);
    const course = kept.take('a');
    // 100 of samples, 40 of the first front, and 140 a correction.
    assert.deepEqual(
      [0, 1, 2, 3].map((at) => course?.known(at, wrong, [mark]) !== undefined),
      [true, true, false, false],
    );
    assert.equal(course?.bytes(false), 420);
    assert.equal(course.bytes(true), 320, 'samples that others hold count for nothing');
    kept.give('a', course, false);
    kept.give('b', made(0), false);
    assert.equal(kept.take('a'), undefined, 'the oldest goes where both are too much');
    assert.ok(kept.take('b'));
  });

  it('belongs to one image, one engine and one view', () => {
    const memory = courses<string>();
    const context = contextOf();
    memory.of(context).give('a', made(0), false);
    for (const other of [contextOf(), { ...context, engine: {} }, { ...context, view: 'stained' }])
      assert.equal(memory.of(other).take('a'), undefined);
    assert.ok(memory.of(context).take('a'));
    assert.equal(memory.of(context).take('a'), undefined, 'it is taken out');
  });
});

describe('a run of the level set', () => {
  const [width, height] = [40, 40];
  const data = Uint8Array.from({ length: width * height }, (_, k) =>
    Math.hypot((k % width) - 20, Math.floor(k / width) - 20) < 9 ? 160 + (k % 7) : 60 + (k % 5),
  );
  const init = { x: 8, y: 8, width: 24, height: 24 };

  it('goes on from the front that a run from the same box came to, and does not find it again', async () => {
    const engine = await createEngine({ backend: 'cpu' });
    const image = await engine.load({ width, height, data });
    const first = await engine.segment(image, { algorithm: 'level-set', init }).result;
    const run = engine.segment(image, { algorithm: 'level-set', init, hints: { inside: [[20.5, 20.5]] } });
    assert.equal((await run[Symbol.asyncIterator]().next()).done, true, 'nothing evolves');
    assert.deepEqual((await run.result).geometry, first.geometry);
    engine.dispose();
  });

  it('goes on from what a long list of runs came to that a device evolved side by side', async () => {
    const { device, adapter } = await playedDevice();
    const gpu = virtualGpu(device, adapter, new FaultyCalls('lost'));
    const engine = await createEngine({ backend: 'webgpu', gpu });
    const image = await engine.load({ width, height, data });
    const boxes = Array.from({ length: 16 }, (_, k) => ({ ...init, x: 1 + k / 2 }));
    const { contours } = await engine.segment(image, { algorithm: 'level-set', init: boxes }).outcome;
    const request = { algorithm: 'level-set', init: boxes[15]!, hints: { inside: [[20.5, 20.5]] } } as const;
    const run = engine.segment(image, request);
    assert.equal((await run[Symbol.asyncIterator]().next()).done, true, 'nothing evolves');
    assert.deepEqual((await run.result).geometry, contours[15]!.geometry);
    engine.dispose();
  });

  it('does not go on from a run that was told to end', async () => {
    const engine = await createEngine({ backend: 'cpu' });
    const request = { algorithm: 'level-set', init, speed: 'gaussian' } as const;
    const whole = (await engine.segment(await engine.load({ width, height, data }), request).result).geometry;
    const image = await engine.load({ width, height, data });
    const run = engine.segment(image, { ...request, paused: true });
    run.step();
    await run[Symbol.asyncIterator]().next();
    run.cancel();
    await run.outcome;
    const after = engine.segment(image, { ...request, hints: { inside: [[20.5, 20.5]] } });
    assert.deepEqual((await after.result).geometry, whole);
    engine.dispose();
  });

  it('asks for the correlation of samples only where something depends on it', async () => {
    const engine = await createEngine({ backend: 'cpu' });
    const image = await engine.load({ width, height, data });
    const told = async (request: object): Promise<boolean> => {
      const { properties } = await engine.segment(image, { algorithm: 'level-set', init, ...request }).result;
      return properties.metadata.sampleCorrelation !== undefined;
    };
    assert.equal(await told({}), true);
    assert.equal(await told({ speed: 'gaussian' }), true, "the box's prior is open");
    assert.equal(await told({ speed: 'gaussian', boxPrior: 0.8 }), false);
    assert.equal(await told({ speed: 'chan-vese' }), false, 'a prior in nats has no meaning beside it');
    assert.equal(await told({ init: { x: 20, y: 20 }, speed: 'gaussian', radius: 5 }), false, 'there is no box');
    assert.equal(await told({ init: { x: 20, y: 20 }, radius: 5 }), true);
    engine.dispose();
  });
});
