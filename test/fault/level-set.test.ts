/** The level set on a device that fails: at every call in turn, at every limit, and when it is told to stop. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import type { Executor, ExecutorLimits } from '../../src/compute/executor.js';
import type { Recording } from '../../src/compute/recording.js';
import { SegmenterError } from '../../src/core/errors.js';
import type { LevelSetProblem } from '../../src/level-set/problem.js';
import { deviceBytes } from '../../src/level-set/steps/device-buffers.js';
import { evolveOnDevice } from '../../src/level-set/steps/device-run.js';
import { evolve } from '../../src/level-set/steps/optimiser.js';
import { aborted, coded } from '../support/errors.js';
import { randomCase } from '../support/level-set/cases.js';
import { Random } from '../support/random.js';

/** Does what the CPU does until call `fails`, which throws. */
class Faulty extends CpuExecutor {
  calls = 0;

  constructor(
    private readonly fails: number,
    private readonly error: () => SegmenterError,
    override readonly limits: ExecutorLimits = new CpuExecutor().limits,
  ) {
    super();
  }

  override async buffer(label: string, words: number | Uint32Array) {
    this.#count();
    return super.buffer(label, words);
  }

  override async submit(recording: Recording, signal?: AbortSignal) {
    this.#count();
    return super.submit(recording, signal);
  }

  #count(): void {
    if (this.calls++ === this.fails) throw this.error();
  }
}

const lost = () => new SegmenterError('device-lost', { reason: 'test' });
const full = () => new SegmenterError('out-of-memory', { what: 'test', needed: 1 });

const problem = (form: LevelSetProblem['form'], seed = 3): LevelSetProblem => {
  const its = randomCase(new Random(seed), true);
  return {
    ...its,
    speed: { kind: 'chan-vese' },
    schedule: { ...its.schedule, outerIterations: 4, tolerance: 0 },
    form,
  };
};

const drain = async (executor: Executor, its: LevelSetProblem, signal?: AbortSignal): Promise<number> => {
  let states = 0;
  for await (const _ of evolveOnDevice(executor, its, signal, { batch: 1 })) states++;
  return states;
};

test('a failure at any call is passed on with its code, and leaves nothing on the device', async () => {
  for (const form of ['sequential', 'proposal-2'] as const) {
    const sound = new Faulty(Number.POSITIVE_INFINITY, lost);
    await drain(sound, problem(form));
    assert.ok(sound.calls > 18);
    for (let call = 0; call < sound.calls; call++) {
      const [error, code] = call % 2 ? ([lost, 'device-lost'] as const) : ([full, 'out-of-memory'] as const);
      const faulty = new Faulty(call, error);
      await assert.rejects(drain(faulty, problem(form)), coded(code));
      assert.equal(faulty.stats().buffers, 0, `call ${call}`);
    }
  }
});

test('what does not fit the device is refused with what it needs', async () => {
  const its = problem('proposal-1');
  const { largest } = deviceBytes(its.field);
  const limits = { ...new CpuExecutor().limits, binding: largest - 4 };
  const small = new Faulty(Number.POSITIVE_INFINITY, lost, limits);
  await assert.rejects(drain(small, its), coded('image-too-large', String(largest), String(largest - 4)));
  assert.equal(small.calls, 0);
  await drain(new Faulty(Number.POSITIVE_INFINITY, lost, { ...limits, binding: largest }), its);
});

test('an abort before, between and during submits ends the run and frees the device', async () => {
  for (const form of ['sequential', 'proposal-1', 'proposal-2'] as const) {
    const executor = new CpuExecutor();
    await assert.rejects(drain(executor, problem(form), AbortSignal.abort()), aborted);
    const between = new AbortController();
    const run = evolveOnDevice(executor, problem(form), between.signal, { batch: 1 });
    await run.next();
    between.abort();
    await assert.rejects(run.next(), aborted);
    const during = new AbortController();
    setImmediate(() => during.abort());
    await assert.rejects(drain(executor, { ...large(), form }, during.signal), aborted);
    assert.equal(executor.stats().buffers, 0);
  }
});

test('leaving a run early frees the device', async () => {
  const executor = new CpuExecutor();
  for await (const state of evolve(executor, problem('proposal-1'))) {
    assert.ok(state.outer > 0);
    break;
  }
  assert.equal(executor.stats().buffers, 0);
});

test('an abort ends a run on bits', async () => {
  const controller = new AbortController();
  setImmediate(() => controller.abort());
  const run = async () => {
    for await (const _ of evolve(new CpuExecutor(), large(), controller.signal));
  };
  await assert.rejects(run(), aborted);
});

/** Takes far longer than a turn of the message loop. */
const large = (): LevelSetProblem => {
  const grid = { width: 96, height: 96, depth: 48 };
  const plane = Uint8Array.from({ length: 96 * 96 * 48 }, (_, k) => (Math.imul(k, 2654435761) >>> 24) & 255);
  const mask = plane.map((_, k) => (k % 96 < 40 ? 1 : 0));
  const schedule = {
    dataIterations: 7,
    launches: 5,
    smoothingIterations: 3,
    filterSize: 5,
    filterVariance: 4,
    outerIterations: 1000,
    tolerance: 0,
  };
  return { field: { grid, planes: [plane] }, mask, speed: { kind: 'gaussian' }, schedule, form: 'sequential' };
};
