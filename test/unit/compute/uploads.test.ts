import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GpuExecutor } from '../../../src/compute/gpu-executor.js';
import { Recording } from '../../../src/compute/recording.js';
import { testDevice, testGpu } from '../../support/devices/gpu.js';
import { instrument } from '../../support/devices/instrumented-device.js';

/** Words of a strip that goes by memory of the host's, and of one that is too small for it. */
const LARGE = 2 ** 19;
const SMALL = 2 ** 10;

const strip = (words: number, seed: number): Uint32Array =>
  Uint32Array.from({ length: words }, (_, k) => Math.imul(k + 1, 2654435761) + seed);

/** Writes strips, more than there are buffers for, and reads all of them. */
const writeStrips = async (executor: GpuExecutor, seed: number): Promise<void> => {
  const sizes = Array.from({ length: 11 }, (_, k) => (k % 4 === 3 ? SMALL : LARGE));
  const strips = sizes.map((words, k) => strip(words, seed + k));
  const buffer = await executor.buffer(
    'strips',
    sizes.reduce((sum, words) => sum + words, 0),
  );
  const recording = new Recording();
  let at = 0;
  for (const words of strips) {
    recording.write(buffer, words, at);
    at += words.length;
  }
  const [read] = await executor.submit(recording.read(buffer));
  buffer.destroy();
  const wanted = Buffer.concat(strips.map((words) => Buffer.from(words.buffer)));
  assert.equal(Buffer.compare(Buffer.from(read!.buffer), wanted), 0);
};

const writeWhole = async (executor: GpuExecutor, seed: number): Promise<void> => {
  const words = strip(8 * LARGE + 5, seed);
  const buffer = await executor.buffer('whole', words);
  const [read] = await executor.submit(new Recording().read(buffer));
  buffer.destroy();
  assert.equal(Buffer.compare(Buffer.from(read!.buffer), Buffer.from(words.buffer)), 0);
};

test('what is written in strips or whole arrives as it is, time after time', async (t) => {
  const executor = await testGpu(t);
  if (!executor) return;
  for (let seed = 0; seed < 3; seed++) {
    await writeStrips(executor, seed);
    await writeWhole(executor, seed);
  }
});

test('a write after a write to the same words wins, whichever way each goes', async (t) => {
  const executor = await testGpu(t);
  if (!executor) return;
  const buffer = await executor.buffer('twice', LARGE);
  const [large, small, last] = [strip(LARGE, 1), strip(SMALL, 2), strip(LARGE / 2, 3)];
  const recording = new Recording()
    .write(buffer, large, 0)
    .write(buffer, small, 7)
    .write(buffer, last, LARGE / 2);
  const [read] = await executor.submit(recording.read(buffer));
  const wanted = large.slice();
  wanted.set(small, 7);
  wanted.set(last, LARGE / 2);
  assert.equal(Buffer.compare(Buffer.from(read!.buffer), Buffer.from(wanted.buffer)), 0);
});

test('a device that maps no memory for the host takes what is written all the same', async (t) => {
  const opened = await testDevice(t);
  if (!opened) return;
  const { device } = opened;
  instrument(device);
  const createBuffer = device.createBuffer.bind(device);
  let refused = 0;
  device.createBuffer = (descriptor) => {
    if (!descriptor.mappedAtCreation) return createBuffer(descriptor);
    // Once as where memory runs out, then as where a mapping is gone.
    if (refused++ === 0) throw new RangeError('no memory');
    const buffer = createBuffer(descriptor);
    buffer.unmap();
    return buffer;
  };
  const executor = new GpuExecutor(opened);
  await writeStrips(executor, 5);
  await writeWhole(executor, 6);
  assert.ok(refused > 2, `${refused}`);
  executor.dispose();
});
