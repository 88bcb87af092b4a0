/**
 * A volume's run on WebGPU that goes wrong: too large for the device, out of memory, aborted and lost, submit by submit. The devices are
 * virtual ones before one real device, which is destroyed by the last test: a software adapter takes seconds to compile for each real one.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import { openDevice } from '../../src/compute/device.js';
import type { Executor } from '../../src/compute/executor.js';
import { GpuExecutor } from '../../src/compute/gpu-executor.js';
import type { LevelSetProblem } from '../../src/level-set/problem.js';
import { deviceBytes } from '../../src/level-set/steps/device-buffers.js';
import { evolveOnDevice } from '../../src/level-set/steps/device-run.js';
import type { Snapshot } from '../../src/level-set/steps/snapshot.js';
import { lastUseOfSharedGpu, virtualDevice } from '../support/devices/gpu.js';
import { type Instruments, instrument } from '../support/devices/instrumented-device.js';
import { aborted, coded } from '../support/errors.js';
import { Random } from '../support/random.js';

/** A noisy ball in a cube of 20 voxels: three outer iterations, so five submits with the start and proposal 2's end. */
const problem = (): LevelSetProblem => {
  const random = new Random(61);
  const grid = { width: 20, height: 20, depth: 20 };
  const at = (k: number): number => Math.hypot((k % 20) - 9, (Math.floor(k / 20) % 20) - 10, Math.floor(k / 400) - 9);
  const plane = Uint8Array.from({ length: 8000 }, (_, k) => (at(k) < 7 ? 150 : 60) + random.between(-30, 30));
  const mask = plane.map((_, k) => (at(k) < 3 ? 1 : 0));
  const schedule = {
    dataIterations: 1,
    launches: 1,
    smoothingIterations: 1,
    filterSize: 3,
    filterVariance: 2,
    outerIterations: 3,
    tolerance: 0,
  };
  return { field: { grid, planes: [plane] }, mask, speed: { kind: 'chan-vese' }, schedule, form: 'proposal-2' };
};

const drain = async (executor: Executor, signal?: AbortSignal): Promise<Snapshot> => {
  let last: Snapshot | undefined;
  for await (const state of evolveOnDevice(executor, problem(), signal, { batch: 1 })) last = state;
  assert.ok(last);
  return last;
};

test('a volume above the limit of a binding is refused before anything is made, and one at the limit runs', async (t) => {
  const { largest } = deviceBytes(problem().field);
  const [one, other] = [await virtualDevice(t), await virtualDevice(t)];
  if (!one || !other) return;
  const small = new GpuExecutor(one, { limits: { binding: largest - 4 } });
  const fitting = new GpuExecutor(other, { limits: { binding: largest, buffer: largest } });
  await assert.rejects(
    drain(small),
    coded('image-too-large', '20 × 20 × 20', `${largest} bytes`, `${largest - 4} bytes`),
  );
  assert.equal(small.stats().buffers, 0);
  assert.deepEqual((await drain(fitting)).bits, (await drain(new CpuExecutor())).bits);
  for (const executor of [small, fitting]) executor.dispose();
});

test('memory that runs out at any allocation is a coded error and leaves no buffer', async (t) => {
  const opened = await virtualDevice(t);
  if (!opened) return;
  const instruments = instrument(opened.device);
  const executor = new GpuExecutor(opened, { spares: 0 });
  await drain(executor);
  const kept = instruments.live();
  const before = instruments.made();
  await drain(executor);
  const allocations = instruments.made() - before;
  assert.ok(allocations >= 17, `${allocations}`);
  for (let n = 0; n < allocations; n++) {
    instruments.failAllocation = instruments.made() + n;
    await assert.rejects(drain(executor), coded('out-of-memory', 'bytes'), `allocation ${n}`);
    assert.equal(instruments.live(), kept, `allocation ${n}`);
  }
  executor.dispose();
});

/** Does something at the submit of a number: the start's moments, each outer iteration, the last smoothing. */
const atSubmit = (instruments: Instruments, number: number, what: () => void): void => {
  let submits = 0;
  instruments.onSubmit = () => {
    if (submits++ === number) what();
  };
};

test('an abort at any submit ends the run and frees the device, which goes on', async (t) => {
  const opened = await virtualDevice(t);
  if (!opened) return;
  const executor = new GpuExecutor(opened);
  const instruments = instrument(opened.device);
  let submits = 0;
  instruments.onSubmit = () => {
    submits++;
  };
  const wanted = await drain(executor);
  const all = submits;
  assert.ok(all >= 5, `${all} submits`);
  for (let number = 0; number < all; number++) {
    const controller = new AbortController();
    atSubmit(instruments, number, () => controller.abort());
    await assert.rejects(drain(executor, controller.signal), aborted, `submit ${number}`);
    assert.equal(executor.stats().buffers, 0, `submit ${number}`);
  }
  instruments.onSubmit = undefined;
  assert.deepEqual((await drain(executor)).bits, wanted.bits);
  executor.dispose();
});

test('a device lost at any submit, or when its answer is read, is a coded error and leaves no buffer', async (t) => {
  for (let number = 0; ; number++) {
    const opened = await virtualDevice(t);
    if (!opened) return;
    const instruments = instrument(opened.device);
    atSubmit(instruments, number, () => opened.device.destroy());
    const executor = new GpuExecutor(opened);
    const lost = await drain(executor).then(
      () => false,
      (error: unknown) => coded('device-lost')(error),
    );
    executor.dispose();
    assert.equal(instruments.live(), 0, `submit ${number}`);
    if (!lost) {
      assert.ok(number >= 5, `${number} submits`);
      break;
    }
  }
  const opened = await virtualDevice(t);
  if (!opened) return;
  const instruments = instrument(opened.device);
  const executor = new GpuExecutor(opened);
  instruments.failMapping = true;
  await assert.rejects(drain(executor), coded('device-lost', 'mapping failed'));
  executor.dispose();
  assert.equal(instruments.live(), 0);
});

test('a real device that is destroyed in the middle is the same error', async (t) => {
  const gpu = await lastUseOfSharedGpu(t);
  if (!gpu) return;
  const opened = await openDevice({ gpu });
  const instruments = instrument(opened.device);
  atSubmit(instruments, 2, () => opened.device.destroy());
  const executor = new GpuExecutor(opened);
  await assert.rejects(drain(executor), coded('device-lost'));
  executor.dispose();
  assert.equal(instruments.live(), 0);
});
