import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import { type Kernel, Recording } from '../../../src/compute/recording.js';
import { testGpu } from '../../support/devices/gpu.js';
import { addKernel } from '../../support/kernels/add-kernel.js';
import { assertSameBits } from '../../support/kernels/kernel-trial.js';

test('writes, dispatches, copies and reads run in order on both back ends', async (t) => {
  const gpu = await testGpu(t);
  if (!gpu) return;
  const results: Uint32Array[][] = [];
  for (const executor of [new CpuExecutor(), gpu]) {
    const by = await executor.buffer('by', Uint32Array.of(7));
    const to = await executor.buffer('to', 10);
    const aside = await executor.buffer('aside', 10);
    const groups = await executor.buffer('groups', Uint32Array.of(9, 2, 1, 1));
    const recording = new Recording()
      .dispatch(addKernel, { by, to }, [3, 1, 1])
      .read(to, 2, 8)
      .write(by, Uint32Array.of(100))
      .dispatch(addKernel, { by, to }, { indirect: groups, offset: 1, most: [3, 1, 1] }, { step: 3 })
      .dispatch(addKernel, { by, to }, [0, 1, 1])
      .copy(to, aside, 3, 6, 1)
      .clear(to)
      .read(to)
      .read(aside, 0)
      .read(aside);
    results.push(await executor.submit(recording), await executor.submit(recording));
    executor.dispose();
  }
  assert.deepEqual(results[0], results[2]);
  assert.deepEqual(results[1], results[3]);
  assert.deepEqual([...results[0]![3]!], [0, 307, 307, 7, 0, 0, 0, 0, 0, 0]);
});

test('a recording that comes again on the CPU leaves the words of a buffer alone that was destroyed since', async () => {
  const executor = new CpuExecutor();
  const words = new Uint32Array(2);
  const by = await executor.buffer('by', Uint32Array.of(1));
  const to = await executor.buffer('to', words);
  const recording = new Recording().dispatch(addKernel, { by, to }, [2, 1, 1]);
  await executor.submit(recording);
  await executor.submit(recording);
  assert.deepEqual([...words], [2, 2]);
  to.destroy();
  await executor.submit(recording);
  assert.deepEqual([...words], [2, 2]);
});

test('submits made without waiting run in their order', async (t) => {
  const gpu = await testGpu(t);
  if (!gpu) return;
  const by = await gpu.buffer('by', Uint32Array.of(1));
  const to = await gpu.buffer('to', 4);
  const recording = new Recording().dispatch(addKernel, { by, to }, [1, 1, 1]).read(to, 1);
  const all = await Promise.all([1, 2, 3, 4, 5].map(() => gpu.submit(recording)));
  assert.deepEqual(
    all.map(([words]) => words![0]),
    [1, 2, 3, 4, 5],
  );
  const stats = gpu.stats();
  assert.deepEqual([stats.submits, stats.reads, stats.dispatches], [5, 5, 5]);
  assert.equal(stats.kernels.add?.calls, 5);
});

test('data longer than one chunk arrive whole, and are counted', async (t) => {
  const gpu = await testGpu(t);
  if (!gpu) return;
  const data = new Uint32Array(2 ** 24 + 3).map((_, i) => i);
  const buffer = await gpu.buffer('large', data);
  assert.equal(gpu.stats().bytes, data.byteLength);
  const [head, middle, tail] = await gpu.submit(
    new Recording()
      .read(buffer, 2)
      .read(buffer, 4, 2 ** 23 - 2)
      .read(buffer, 5, 2 ** 24 - 2),
  );
  assert.deepEqual([...head!], [0, 1]);
  assert.deepEqual(
    [...middle!],
    [-2, -1, 0, 1].map((i) => 2 ** 23 + i),
  );
  assert.deepEqual(
    [...tail!],
    [-2, -1, 0, 1, 2].map((i) => 2 ** 24 + i),
  );
  buffer.destroy();
  buffer.destroy();
  assert.deepEqual([gpu.stats().bytes, gpu.stats().buffers, gpu.stats().peakBytes], [0, 0, data.byteLength]);
});

test('timings tell each kernel apart where the device has timestamps', async (t) => {
  const gpu = await testGpu(t, { timings: true });
  if (!gpu) return;
  const by = await gpu.buffer('by', Uint32Array.of(1));
  const to = await gpu.buffer('to', 2 ** 16);
  const recording = new Recording();
  for (let i = 0; i < 3000; i++) recording.dispatch(addKernel, { by, to }, [1, 1, 1]);
  recording.dispatch(addKernel, { by, to }, [2 ** 14, 1, 1]).read(to, 3);
  const [words] = await gpu.submit(recording);
  assert.deepEqual([...words!], [3001, 3001, 3001]);
  assert.equal(gpu.stats().kernels.add?.calls, 3001);
  assert.ok(gpu.stats().kernels.add!.milliseconds >= 0);
});

test('the helper sees a kernel that differs from its CPU kernel', async (t) => {
  const gpu = await testGpu(t);
  if (!gpu) return;
  const words = { by: Uint32Array.of(2), to: Uint32Array.of(1, 2, 3) };
  const after = await assertSameBits(gpu, { kernel: addKernel, words, groups: [1, 1, 1] });
  assert.deepEqual([...after.to!], [3, 4, 5]);
  const wrong: Kernel = { ...addKernel, cpu: () => () => undefined };
  await assert.rejects(
    assertSameBits(gpu, { kernel: wrong, words, groups: [1, 1, 1] }),
    /add: to\[0\] is 3, the CPU kernel's 1/,
  );
});
