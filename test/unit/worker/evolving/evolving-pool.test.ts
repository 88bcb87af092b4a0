import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createEngine, type Engine, type EngineOptions } from '../../../../src/engine.js';
import type { Evolvers } from '../../../../src/worker/evolving/evolving-pool.js';
import { aborted, coded } from '../../../support/errors.js';
import { manyDiscs } from '../../../support/images/many-discs.js';
import { type EvolverFaults, PlayedEvolver } from '../../../support/threads/played-evolver.js';
import { lull, turns, until } from '../../../support/until.js';

const { image, boxes } = manyDiscs(4, 2);

/** An engine, the workers that it started, and its image. */
const made = async (t: TestContext, options: Partial<Evolvers> = {}, faults: readonly EvolverFaults[] = []) => {
  const workers: PlayedEvolver[] = [];
  const start = (): PlayedEvolver => {
    const worker = new PlayedEvolver(faults[workers.length]);
    workers.push(worker);
    return worker;
  };
  const evolvers = { start, cores: 2, worth: 2 ** 12, rest: 60_000, ...options };
  const engine = await createEngine({ backend: 'cpu', evolvers });
  t.after(() => engine.dispose());
  return { engine, workers, its: await engine.load(image) };
};

const list = (engine: Engine, its: Awaited<ReturnType<Engine['load']>>, count = boxes.length) =>
  engine.segment(its, { init: boxes.slice(0, count), starts: 1 });

test('one processor, an engine without workers and a list that is not worth one start none, and the counters say why', async (t) => {
  for (const [options, reason] of [
    [{ cores: 1 }, 'no workers carry out runs: there is one processor only'],
    [{ worth: 2 ** 20 }, 'up to 2 workers carry out the runs of lists'],
  ] as const) {
    const { engine, workers, its } = await made(t, options);
    await list(engine, its).outcome;
    assert.equal(workers.length, 0);
    const stats = { workers: 0, inWorkers: 0, inPlace: 0, bytes: 0, deaths: 0, reason };
    assert.deepEqual(engine.stats().evolving, stats);
  }
  const plain = await createEngine({ backend: 'cpu' });
  assert.equal(plain.stats().evolving.reason, 'no workers carry out runs: the engine was given none');
  plain.dispose();
});

test('workers that are no workers are refused in words', async () => {
  for (const evolvers of [7, {}, { start: 'x', cores: 2 }, { start: () => new PlayedEvolver(), cores: Number.NaN }])
    await assert.rejects(createEngine({ evolvers } as unknown as EngineOptions), coded('bad-parameter', 'evolvers'));
});

test('as many workers start as a list is worth, no more than there are processors, and they end with the engine', async (t) => {
  const { engine, workers, its } = await made(t, { cores: 3 });
  await list(engine, its, 2).outcome;
  assert.equal(workers.length, 2);
  await list(engine, its).outcome;
  assert.equal(workers.length, 3);
  const { inWorkers, inPlace, bytes, deaths } = engine.stats().evolving;
  assert.equal(inWorkers + inPlace, 2 + boxes.length);
  assert.ok(inWorkers > 0 && bytes > 0);
  assert.equal(deaths, 0);
  engine.dispose();
  assert.ok(workers.every(({ ended }) => ended));
});

test('workers without a run end after a while, and start again', async (t) => {
  const { engine, workers, its } = await made(t, { rest: 1 });
  await list(engine, its).outcome;
  await until('the workers have ended', () => workers.length === 2 && workers.every(({ ended }) => ended));
  assert.equal(engine.stats().evolving.workers, 0);
  await list(engine, its).outcome;
  assert.equal(workers.length, 4);
});

test('a process of Node need not wait for workers to end that rest', async (t) => {
  const { engine, workers, its } = await made(t);
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  await list(engine, its).outcome;
  assert.ok(workers.length === 2 && workers.every(({ ended }) => !ended));
  assert.equal(timers(), before);
});

test('a worker that cannot be made, or whose script does not run, is not tried twice', async (t) => {
  let tries = 0;
  const start = (): never => {
    tries++;
    throw new DOMException('the policy of the page forbids it', 'SecurityError');
  };
  const refused = await made(t, { start });
  const { contours } = await list(refused.engine, refused.its).outcome;
  assert.equal(contours.length, boxes.length);
  await list(refused.engine, refused.its).outcome;
  assert.equal(tries, 1);
  const { evolving } = refused.engine.stats();
  assert.equal(evolving.reason, 'no workers carry out runs: SecurityError: the policy of the page forbids it');

  const { engine, workers, its } = await made(t, {}, [{ silent: true }, { silent: true }]);
  const run = list(engine, its);
  await until('they were started', () => workers.length === 2);
  workers[0]!.die('it could not be loaded');
  assert.equal((await run.outcome).contours.length, boxes.length);
  await list(engine, its).outcome;
  assert.equal(workers.length, 2);
  assert.equal(engine.stats().evolving.reason, 'no workers carry out runs: it could not be loaded');
});

test('a worker that falls silent counts as dead, and its runs are carried out elsewhere', async (t) => {
  const { engine, workers, its } = await made(t, { deadline: 1 });
  const run = list(engine, its);
  await until('they were started', () => workers.length === 2);
  // From now on neither answers.
  for (const { evolver } of workers) evolver.go = () => new Promise(() => {});
  assert.equal((await run.outcome).contours.length, boxes.length);
  assert.ok(engine.stats().evolving.deaths > 0);
});

test('a paused list computes nothing, keeps no other from its places, and goes on', async (t) => {
  const { engine, workers, its } = await made(t);
  const run = list(engine, its);
  await until('its workers have runs', () => workers.some(({ calls }) => calls > 0));
  run.pause();
  const calls = (): number => workers.reduce((sum, worker) => sum + worker.calls, 0);
  const before = await lull('calls of the workers', calls);
  await turns(200);
  assert.equal(calls(), before);
  assert.equal((await list(engine, its).outcome).contours.length, boxes.length);
  run.resume();
  assert.equal((await run.outcome).contours.length, boxes.length);
});

test('stepped, a list in workers shows one state a step; cancelled, it keeps what is there', async (t) => {
  const { engine, workers, its } = await made(t);
  await list(engine, its).outcome;
  const run = engine.segment(its, { init: boxes, paused: true });
  const states = run[Symbol.asyncIterator]();
  for (let step = 1; step <= 3; step++) {
    run.step();
    const { value } = await states.next();
    assert.deepEqual([value?.step, value?.rings?.length, run.status], [step, 1, 'paused']);
  }
  assert.ok(workers.some(({ calls }) => calls > 0));
  run.cancel();
  const { contours, cancelled } = await run.outcome;
  assert.equal(cancelled, true);
  assert.ok(contours.length >= 1 && contours.length < boxes.length);
});

test('an aborted list ends at once, forgets its runs in the workers, and leaves them to the next', async (t) => {
  const { engine, workers, its } = await made(t);
  const calls = (): number => workers.reduce((sum, worker) => sum + worker.calls, 0);
  for (const more of [0, 1, 3]) {
    const controller = new AbortController();
    const [run, before] = [engine.segment(its, { init: boxes }, { signal: controller.signal }), calls()];
    await until('its workers were called', () => calls() >= before + more);
    controller.abort();
    await assert.rejects(run.outcome, aborted);
  }
  assert.equal((await list(engine, its).outcome).contours.length, boxes.length);
  assert.equal(engine.stats().evolving.deaths, 0);
});

test('an error of the reading is the start’s own; one without a code ends the list as it does without workers', async (t) => {
  const { engine } = await made(t);
  const failing = (error: unknown) => ({
    ...image,
    name: 'failing',
    bits: 8 as const,
    levels: [{ width: image.width, height: image.height, scaleX: 1, scaleY: 1 }],
    region: async ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => {
      if (x + width === image.width) throw error;
      const data = new Uint8Array(3 * width * height);
      for (let row = 0; row < height; row++) {
        const from = 3 * ((y + row) * image.width + x);
        data.set(image.data.subarray(from, from + 3 * width), 3 * row * width);
      }
      return { width, height, bands: 3, data };
    },
    close: () => {},
  });
  const its = await engine.load(failing(new TypeError('no such row')) as never);
  const { contours, details } = await list(engine, its).outcome;
  const failures = details?.failures as readonly { code: string; message: string }[];
  assert.equal(contours.length + failures.length, boxes.length);
  assert.ok(failures.length > 0);
  for (const failure of failures) {
    assert.equal(failure.code, 'image-unreadable');
    assert.match(failure.message, /no such row/);
  }
  assert.ok(engine.stats().evolving.inWorkers > 0);
});
