/** Runs in workers whose contours evolve on the engine's device. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Algorithm } from '../../../../src/algorithm/algorithm.js';
import { builtIn } from '../../../../src/algorithms.js';
import { createEngine } from '../../../../src/engine.js';
import type { Lane } from '../../../../src/image/pool/lane.js';
import { Beside } from '../../../../src/snake/steps/beside/beside.js';
import type { Checkpoint } from '../../../../src/snake/steps/checkpoint.js';
import { Engine } from '../../../../src/worker/engine.js';
import { Gathered } from '../../../../src/worker/evolving/calling.js';
import type { Call } from '../../../../src/worker/evolving/errand.js';
import { Evolver } from '../../../../src/worker/evolving/evolver.js';
import { type Evolvers, EvolvingPool } from '../../../../src/worker/evolving/evolving-pool.js';
import { GroupedPlaces } from '../../../../src/worker/evolving/grouped-places.js';
import { LossyExecutor } from '../../../support/devices/lossy.js';
import { aborted } from '../../../support/errors.js';
import { manyDiscs } from '../../../support/images/many-discs.js';
import { PlayedEvolver } from '../../../support/threads/played-evolver.js';
import { turns, until } from '../../../support/until.js';

const { image, boxes } = manyDiscs(4, 4);
/** Few steps, for runs of which nobody looks at the contour: a played device takes long for each. */
const brief = { starts: 1, distance: 1, minimumLength: 512 };

/** An engine on a device that does with a problem as `evolve` says; each worker evolves for itself what it does not take. */
const made = async (
  t: TestContext,
  evolve: () => Promise<Checkpoint | undefined> = async () => undefined,
  options: Partial<Evolvers> = {},
) => {
  const workers: PlayedEvolver[] = [];
  const devices: LossyExecutor[] = [];
  const asked = t.mock.method(Beside.prototype, 'evolve', evolve);
  const start = (): PlayedEvolver => {
    const worker = new PlayedEvolver();
    workers.push(worker);
    return worker;
  };
  const renew = async () => {
    const executor = new LossyExecutor(`device ${devices.length}`);
    devices.push(executor);
    return { executor, backend: 'webgpu', adapter: executor.adapter, reason: 'a test' } as const;
  };
  // The workers share this thread with what they wait for: none is dead because the machine is slow.
  const evolvers = { start, cores: 4, worth: 2 ** 10, rest: 60_000, deadline: 600_000, ...options };
  const engine = new Engine(builtIn, { backend: 'webgpu', evolvers }, renew, await renew());
  t.after(() => engine.dispose());
  const its = await engine.load(image);
  // Workers that run take all of the next list.
  await engine.segment(its, { init: boxes, ...brief }).outcome;
  await turns(50);
  asked.mock.resetCalls();
  return { engine, its, workers, devices, asked };
};

const shapes = (contours: readonly { geometry: unknown; properties: { measurements: unknown } }[]) =>
  contours.map(({ geometry, properties: { measurements } }) => ({ geometry, measurements }));

test('what the device does not take evolves in the workers, as on the CPU', async (t) => {
  const cpu = await createEngine({ backend: 'cpu' });
  const plain = await cpu.segment(await cpu.load(image), { init: boxes }).outcome;
  cpu.dispose();
  const { engine, its, workers, devices, asked } = await made(t);
  const submits = devices[0]!.stats().submits;
  const calls = (): number => workers.reduce((sum, each) => sum + each.calls, 0);
  const before = calls();
  const { contours } = await engine.segment(its, { init: boxes }).outcome;
  assert.deepEqual(shapes(contours), shapes(plain.contours));
  assert.ok(asked.mock.callCount() >= boxes.length);
  assert.equal(devices[0]!.stats().submits, submits);
  assert.ok(engine.stats().evolving.inWorkers >= boxes.length);
  // Three workers beside a thread of four, and runs that share messages.
  assert.equal(workers.length, 3);
  assert.ok(calls() - before < (asked.mock.callCount() + 2 * boxes.length) / 2);
});

test('the parts of a search have more workers beside a device than its runs have', async (t) => {
  const workers: PlayedEvolver[] = [];
  const start = (): PlayedEvolver => {
    const worker = new PlayedEvolver();
    workers.push(worker);
    return worker;
  };
  const pool = new EvolvingPool({ start, cores: 16, worth: 2 ** 10, rest: 60_000, deadline: 600_000 }, builtIn);
  t.after(() => pool.end());
  const elsewhere = pool.for(builtIn[0]!, new LossyExecutor('device 0'), {});
  for (const [pixels, runs, parts] of [
    [2 ** 13, 2, 8],
    [2 ** 16, 7, 15],
  ] as const) {
    const places = elsewhere!(pixels)!;
    // Two runs for each worker.
    assert.equal(places.most, 2 * runs);
    await places.aside({ work: 'nothing' });
    assert.equal(workers.length, parts);
  }
});

test('runs go to the first workers alone, and to this thread where these have no capacity', async () => {
  const lanes = [4, 3, 0].map((calls) => ({ ready: true, calls })) as unknown as Lane<Evolver>[];
  const takeOf = (most: number) => new GroupedPlaces(lanes, most).take(false);
  assert.deepEqual(await Promise.all([1, 2, 3].map(takeOf)), ['here', lanes[1], lanes[2]]);
});

test('few starts, large ones, and two processors leave the runs to the engine’s thread', async (t) => {
  const { engine, its } = await made(t);
  const before = engine.stats().evolving.inWorkers;
  await engine.segment(its, { init: boxes.slice(0, 15), ...brief }).outcome;
  const wide = await engine.load({ width: 300, height: 300, data: new Uint8Array(90_000).map((_, i) => i % 251) });
  await engine.segment(wide, {
    init: Array.from({ length: 16 }, () => ({ x: 10, y: 10, width: 280, height: 280 })),
    ...brief,
    level: 0,
  }).outcome;
  assert.equal(engine.stats().evolving.inWorkers, before);
  t.mock.restoreAll();
  const two = await made(t, undefined, { cores: 2 });
  assert.equal(two.workers.length, 0);
});

test('a device that is lost while workers wait for it has the list begun anew on the next', async (t) => {
  let held = false;
  const { engine, its, devices, asked } = await made(t, async () => {
    if (!held) return undefined;
    return new Promise((_, reject) => devices[0]!.lost.then(() => devices[0]!.buffer('', 1).catch(reject)));
  });
  held = true;
  const run = engine.segment(its, { init: boxes, starts: 1 });
  await until('all wait', () => asked.mock.callCount() === boxes.length);
  held = false;
  devices[0]!.lose();
  assert.equal((await run.outcome).contours.length, boxes.length);
  assert.equal(devices.length, 2);
});

test('cancelled and aborted while workers wait for the device, a list ends as it does in one thread', async (t) => {
  let go = (): void => {};
  let gate: Promise<void> | undefined;
  const { engine, its, workers, asked } = await made(t, async () => {
    await gate;
    return undefined;
  });
  for (const end of ['cancel', 'abort'] as const) {
    asked.mock.resetCalls();
    gate = new Promise((resolve) => {
      go = resolve;
    });
    const controller = new AbortController();
    const run = engine.segment(its, { init: boxes, starts: 1 }, { signal: controller.signal });
    const over = end === 'abort' ? assert.rejects(run.outcome, aborted) : run.outcome;
    await until('all wait', () => asked.mock.callCount() === boxes.length);
    if (end === 'cancel') run.cancel();
    else controller.abort();
    if (end === 'cancel') go();
    await over;
    go();
    await turns(20);
  }
  const calls = (): number => workers.reduce((sum, each) => sum + each.calls, 0);
  const before = calls();
  await turns(50);
  assert.equal(calls(), before, 'an aborted run went on');
  assert.equal((await engine.segment(its, { init: boxes, starts: 1 }).outcome).contours.length, boxes.length);
});

/** Runs of an algorithm that waits for samples, which never come. */
const waits: Algorithm = {
  id: 'waits',
  title: 'Waits',
  schema: { type: 'object', properties: {} },
  // biome-ignore lint/correctness/useYield: it has no state to show
  run: async function* (_task, { region }) {
    await region({ x: 0, y: 0, width: 1, height: 1 }, 0);
    return { contours: [] };
  },
};
const start = { kind: 'box', rect: boxes[0]! } as const;
const call = (run: string): Call => ({
  run,
  word: 'go',
  given: [],
  errand: {
    algorithm: 'waits',
    task: { start, init: boxes[0]!, parameters: {} },
    image: { name: '', width: 1, height: 1, bands: 1, bits: 8, depth: 1, levels: [] },
    pixelBudget: 1,
  },
});

test('of the calls of a message each has its answer; a run that is ended before its turn never begins', async () => {
  const evolver = new Evolver([waits]);
  const unknown = { ...call('x'), errand: { ...call('x').errand!, algorithm: 'no such' } };
  const first = evolver.goAll([call('a'), unknown, call('b')]);
  const second = evolver.goAll([call('c'), call('d')]);
  evolver.end('c');
  const wanted = [{ index: 0, rect: { x: 0, y: 0, width: 1, height: 1 }, level: 0 }];
  assert.deepEqual(await first, [{ wanted }, { failed: 'TypeError: there is no run x' }, { wanted }]);
  assert.deepEqual(await second, [{}, { wanted }]);
  assert.equal(evolver.under, 3);
  for (const run of ['a', 'b', 'd']) evolver.end(run);
  assert.equal(evolver.under, 0);
});

test('calls of one turn of the message loop go in messages of sixteen, without those of runs that ended meanwhile', async () => {
  const sent: string[][] = [];
  const ended: string[] = [];
  const evolver = {
    goAll: async (calls: readonly Call[]) => {
      sent.push(calls.map(({ run }) => run));
      return calls.map(({ run }) => ({ failed: run }));
    },
    end: async (run: string) => void ended.push(run),
  };
  const lane = { call: (work: (of: typeof evolver) => Promise<unknown>) => work(evolver) } as unknown as Lane<Evolver>;
  const gathered = new Gathered();
  const names = Array.from({ length: 18 }, (_, k) => `${k}`);
  const answers = names.map((name) => gathered.go(lane, call(name)));
  gathered.end(lane, '3');
  await until('they were sent', () => sent.length > 0);
  assert.deepEqual(
    sent.map(({ length }) => length),
    [16, 1],
  );
  assert.deepEqual(
    sent.flat(),
    names.filter((name) => name !== '3'),
  );
  assert.deepEqual(ended, ['3']);
  assert.deepEqual(await answers[17], { failed: '17' });
  const refused = { call: () => Promise.reject(new Error('the worker ended')) } as unknown as Lane<Evolver>;
  await assert.rejects(gathered.go(refused, call('0')), /the worker ended/);
});
