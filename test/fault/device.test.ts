/** Faults of a GPU, stage by stage: each has a coded outcome, and nothing is left behind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createExecutor } from '../../src/compute/backend.js';
import { LossBudget, openDevice } from '../../src/compute/device.js';
import { GpuExecutor } from '../../src/compute/gpu-executor.js';
import { type Kernel, Recording } from '../../src/compute/recording.js';
import { SegmenterError } from '../../src/core/errors.js';
import { G } from '../../src/snake/kernels/shared/layout.js';
import { makeStepBuffers } from '../../src/snake/steps/step.js';
import { makeTables } from '../../src/snake/tables/tables.js';
import { nodeGpu, testDevice, testGpu } from '../support/devices/gpu.js';
import { instrument } from '../support/devices/instrumented-device.js';
import { addKernel } from '../support/kernels/add-kernel.js';

const coded = (code: string, words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof SegmenterError, String(error));
  assert.equal(error.code, code);
  assert.match(error.message, words);
  return true;
};

/** A `GPU` that answers as told. */
const fakeGpu = (requestAdapter: () => Promise<unknown>): GPU => ({ requestAdapter }) as unknown as GPU;

const fakeAdapter = (description: string, requestDevice: () => Promise<unknown>) => ({
  info: { vendor: 'acme', architecture: '', device: '', description, isFallbackAdapter: false },
  limits: {},
  features: new Set(),
  requestDevice,
});

test('without an adapter or a device, auto takes the CPU and says why, and webgpu is refused', async () => {
  const faults: [GPU, RegExp][] = [
    [fakeGpu(async () => null), /no adapter was found/],
    [fakeGpu(() => Promise.reject(new Error('blocklisted'))), /blocklisted/],
    [fakeGpu(async () => fakeAdapter('Card', () => Promise.reject(new Error('too many')))), /too many/],
  ];
  for (const [gpu, words] of faults) {
    await assert.rejects(createExecutor('webgpu', { gpu }), coded('no-webgpu', words));
    const chosen = await createExecutor('auto', { gpu });
    assert.equal(chosen.backend, 'cpu');
    assert.match(chosen.reason, words);
  }
  await assert.rejects(createExecutor('webgpu'), coded('no-webgpu', /navigator\.gpu/));
});

test('a software adapter is left to those who ask for it', async (t) => {
  const gpu = await nodeGpu(t);
  if (!gpu) return;
  const { software } = await testDevice(t).then((opened) => opened!);
  const chosen = await createExecutor('auto', { gpu });
  assert.equal(chosen.backend, software ? 'cpu' : 'webgpu');
  assert.match(chosen.reason, software ? /software/ : /GPU/);
  const asked = await createExecutor('webgpu', { gpu });
  assert.equal(asked.backend, 'webgpu');
  asked.executor.dispose();
  chosen.executor.dispose();
});

test('losses are counted, and too many in a minute leave the work to the CPU', async (t) => {
  const gpu = await nodeGpu(t);
  if (!gpu) return;
  const losses = new LossBudget(2, 60_000);
  for (let i = 0; i < 2; i++) {
    const { executor } = await createExecutor('webgpu', { gpu, losses });
    assert.ok(executor instanceof GpuExecutor);
    const { device } = await openDevice({ gpu });
    const lossy = new GpuExecutor({ device, adapter: 'test', software: true, generation: 0 });
    device.destroy();
    assert.notEqual(await lossy.lost, '');
    losses.spend();
    executor.dispose();
  }
  await assert.rejects(createExecutor('webgpu', { gpu, losses }), coded('device-lost', /2 times within 60 s/));
  const chosen = await createExecutor('auto', { gpu, losses });
  assert.equal(chosen.backend, 'cpu');
  assert.match(chosen.reason, /2 times/);
  const later = new LossBudget(1, 1000);
  later.spend(0);
  assert.throws(() => later.check(999));
  later.check(1001);
});

const image = {
  width: 40,
  height: 20,
  kind: 'intensity',
  bits: 8,
  planes: [new Uint8Array(800).fill(7)],
  record: {},
} as const;

test('memory that runs out at any allocation is a coded error and leaves no buffer', async (t) => {
  const opened = await testDevice(t);
  if (!opened) return;
  const instruments = instrument(opened.device);
  // With spares an attempt makes no buffer that an earlier one gave back.
  const executor = new GpuExecutor(opened, { spares: 0 });
  const attempt = async (): Promise<void> => {
    const tables = await makeTables(executor, image, { stride: 32 });
    try {
      const geometry = tables.geometry.slice();
      geometry[G.capacity] = 16;
      geometry[G.contours] = 1;
      for (const buffer of Object.values(await makeStepBuffers(executor, geometry))) buffer.destroy();
    } finally {
      tables.destroy();
    }
  };
  await attempt();
  const kept = instruments.live();
  const allocations = instruments.made() - kept;
  assert.ok(allocations > 10);
  for (let n = 0; n < allocations; n++) {
    instruments.failAllocation = instruments.made() + n;
    await assert.rejects(attempt(), coded('out-of-memory', /needs \d+ bytes/), `allocation ${n}`);
    assert.equal(instruments.live(), kept, `allocation ${n}`);
    assert.equal(executor.stats().bytes, 0);
  }
  instruments.failAllocation = -1;
  await attempt();
  executor.dispose();
  assert.equal(instruments.live(), 0);
});

test('a buffer above the limit is refused before the device is asked', async (t) => {
  const gpu = await testGpu(t, { limits: { buffer: 64 } });
  if (!gpu) return;
  await assert.rejects(gpu.buffer('big', 17), coded('out-of-memory', /big needs 68 bytes/));
  (await gpu.buffer('small', 16)).destroy();
  const bound = await testGpu(t, { limits: { binding: 32 } });
  await assert.rejects(bound!.buffer('unbindable', 9), coded('out-of-memory', /unbindable needs 36 bytes/));
});

test('a shader that does not compile names its kernel and line, and harms nothing else', async (t) => {
  const gpu = await testGpu(t);
  if (!gpu) return;
  const broken: Kernel = {
    ...addKernel,
    name: 'broken',
    wgsl: '@compute @workgroup_size(1)\nfn main() { let x = y; }',
  };
  await assert.rejects(gpu.prepare([{ kernel: broken }]), coded('kernel-failed', /broken .*line 2: .*'y'/));
  const [by, to] = [await gpu.buffer('by', Uint32Array.of(1)), await gpu.buffer('to', 1)];
  const bad = new Recording().dispatch(broken, { by, to }, [1, 1, 1]).read(to);
  await assert.rejects(gpu.submit(bad), coded('kernel-failed', /broken/));
  await assert.rejects(
    gpu.prepare([{ kernel: addKernel, constants: { nonsense: 1 } }]),
    coded('kernel-failed', /nonsense/),
  );
  const [words] = await gpu.submit(new Recording().dispatch(addKernel, { by, to }, [1, 1, 1]).read(to));
  assert.deepEqual([...words!], [1]);
});

test('a call that WebGPU refuses rejects with the kernel it was for, never with stale words', async (t) => {
  const gpu = await testGpu(t);
  if (!gpu) return;
  const to = await gpu.buffer('to', 4);
  const aliased = new Recording().dispatch(addKernel, { by: to, to }, [1, 1, 1]).read(to);
  await assert.rejects(gpu.submit(aliased), coded('kernel-failed', /add /));
  const beyond = new Recording().read(to, 4, 2);
  await assert.rejects(gpu.submit(beyond), coded('kernel-failed', /copies .*from 2 on of to/));
  await assert.rejects(gpu.submit(new Recording().dispatch(addKernel, { to }, [1, 1, 1])), /lacks a buffer .* by/);
  const by = await gpu.buffer('by', Uint32Array.of(1));
  const wide = new Recording().dispatch(addKernel, { by, to }, [65536, 1, 1]);
  await assert.rejects(gpu.submit(wide), /65536 × 1 × 1 groups; at most 65535/);
  const [words] = await gpu.submit(new Recording().dispatch(addKernel, { by, to }, [1, 1, 1]).read(to));
  assert.deepEqual([...words!], [1, 1, 1, 1]);
});

test('memory that was given back is another buffer’s: it comes as zeros, and who still has the first is refused', async (t) => {
  const gpu = await testGpu(t);
  if (!gpu) return;
  const by = await gpu.buffer('by', Uint32Array.of(1));
  const first = await gpu.buffer('to', 4);
  const add = new Recording().dispatch(addKernel, { by, to: first }, [1, 1, 1]).read(first);
  assert.deepEqual([...(await gpu.submit(add))[0]!], [1, 1, 1, 1]);
  first.destroy();
  first.destroy();
  const second = await gpu.buffer('to', 3);
  for (const stale of [add, new Recording().write(first, Uint32Array.of(7)), new Recording().read(first)])
    await assert.rejects(gpu.submit(stale), coded('kernel-failed', /to was destroyed/));
  assert.deepEqual([...(await gpu.submit(new Recording().read(second)))[0]!], [0, 0, 0]);
  second.destroy();
  assert.equal(gpu.stats().buffers, 1);
});

test('a mapping that rejects is a lost device, never zeros', async (t) => {
  const opened = await testDevice(t);
  if (!opened) return;
  const instruments = instrument(opened.device);
  const executor = new GpuExecutor(opened);
  const buffer = await executor.buffer('data', Uint32Array.of(5));
  instruments.failMapping = true;
  await assert.rejects(executor.submit(new Recording().read(buffer)), coded('device-lost', /mapping failed/));
  assert.match(await executor.lost, /mapping failed/);
  instruments.failMapping = false;
  await assert.rejects(executor.submit(new Recording().read(buffer)), coded('device-lost', /mapping failed/));
  executor.dispose();
  assert.equal(instruments.live(), 0);
});

test('memory for a readback larger than all before is kept for the next', async (t) => {
  const opened = await testDevice(t);
  if (!opened) return;
  const instruments = instrument(opened.device);
  const executor = new GpuExecutor(opened);
  const small = new Recording().read(await executor.buffer('small', 4));
  const large = new Recording().read(await executor.buffer('large', 2 ** 16));
  await Promise.all(Array.from({ length: 6 }, () => executor.submit(small)));
  await executor.submit(large);
  const made = instruments.made();
  for (let i = 0; i < 3; i++) await executor.submit(large);
  assert.equal(instruments.made(), made);
  executor.dispose();
  assert.equal(instruments.live(), 0);
});

test('a submit that never comes back is a lost device, once patience ends', async (t) => {
  const opened = await testDevice(t);
  if (!opened) return;
  const instruments = instrument(opened.device);
  const executor = new GpuExecutor(opened, { patience: 500 });
  const buffer = await executor.buffer('data', Uint32Array.of(5));
  const [words] = await executor.submit(new Recording().read(buffer));
  assert.deepEqual([...words!], [5]);
  instruments.hangMapping = true;
  const late = /not done with a submit after 0\.5 s/;
  await assert.rejects(executor.submit(new Recording().read(buffer)), coded('device-lost', late));
  assert.match(await executor.lost, late);
  executor.dispose();
  assert.equal(instruments.live(), 0);
});

test('a device destroyed at any stage rejects what waits and all that follows, and says so once', async (t) => {
  for (const stage of ['before', 'while allocating', 'while compiling', 'while submitting', 'while running']) {
    const opened = await testDevice(t);
    if (!opened) return;
    const instruments = instrument(opened.device);
    const executor = new GpuExecutor(opened);
    const by = await executor.buffer('by', Uint32Array.of(1));
    const to = await executor.buffer('to', 4);
    const recording = new Recording().dispatch(addKernel, { by, to }, [1, 1, 1]).read(to);
    const destroy = () => opened.device.destroy();
    let waiting: Promise<unknown>;
    switch (stage) {
      case 'before':
        destroy();
        waiting = executor.submit(recording);
        break;
      case 'while allocating':
        waiting = executor.buffer('more', new Uint32Array(2 ** 20));
        destroy();
        break;
      case 'while compiling':
        waiting = executor.prepare([{ kernel: addKernel, constants: { step: 3 } }]);
        waiting = Promise.all([waiting, executor.submit(recording)]);
        destroy();
        break;
      case 'while submitting':
        instruments.onSubmit = destroy;
        waiting = executor.submit(recording);
        break;
      default:
        await executor.submit(recording);
        waiting = Promise.all([executor.submit(recording), executor.submit(recording)]);
        setImmediate(destroy);
    }
    // What was done before the loss may have come back in time; all else is a coded loss.
    await waiting.catch(coded('device-lost', /lost/));
    assert.notEqual(await executor.lost, '', stage);
    await assert.rejects(executor.submit(recording), coded('device-lost', /lost/), stage);
    await assert.rejects(executor.buffer('after', 1), coded('device-lost', /lost/), stage);
    executor.dispose();
    assert.equal(instruments.live(), 0, stage);
  }
});

test('an abort ends a submit at once, before or during it, and the executor goes on', async (t) => {
  const gpu = await testGpu(t);
  if (!gpu) return;
  const by = await gpu.buffer('by', Uint32Array.of(1));
  const to = await gpu.buffer('to', 4);
  const recording = new Recording().dispatch(addKernel, { by, to }, [1, 1, 1]).read(to);
  await assert.rejects(gpu.submit(recording, AbortSignal.abort()), { name: 'AbortError' });
  const early = new AbortController();
  const compiling = gpu.submit(recording, early.signal);
  early.abort();
  await assert.rejects(compiling, { name: 'AbortError' });
  await gpu.submit(recording);
  const late = new AbortController();
  const running = gpu.submit(recording, late.signal);
  const next = gpu.submit(recording);
  queueMicrotask(() => queueMicrotask(() => late.abort()));
  await assert.rejects(running, { name: 'AbortError' });
  const [words] = await next;
  assert.ok(words![0]! >= 2 && words![0]! <= 3);
});

test('two executors live side by side, and the end of one does not touch the other', async (t) => {
  const gpu = await nodeGpu(t);
  if (!gpu) return;
  const [one, other] = await Promise.all([openDevice({ gpu }), openDevice({ gpu })]);
  assert.notEqual(one.generation, other.generation);
  const instruments = instrument(one.device);
  const [a, b] = [new GpuExecutor(one), new GpuExecutor(other)];
  const run = async (executor: GpuExecutor, by: number): Promise<number[]> => {
    const buffers = {
      by: await executor.buffer('by', Uint32Array.of(by)),
      to: await executor.buffer('to', 2),
    };
    const recording = new Recording().dispatch(addKernel, buffers, [1, 1, 1]).read(buffers.to);
    await executor.submit(recording);
    const [words] = await executor.submit(recording);
    return [...words!];
  };
  assert.deepEqual(await Promise.all([run(a, 3), run(b, 4)]), [
    [6, 6],
    [8, 8],
  ]);
  const foreign = new Recording().read(await b.buffer('b', 1));
  const pending = run(a, 5);
  a.dispose();
  await assert.rejects(pending, { name: 'AbortError' });
  assert.equal(instruments.live(), 0);
  assert.deepEqual(await run(b, 6), [12, 12]);
  await b.submit(foreign);
  b.dispose();
});
