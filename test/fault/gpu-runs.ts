/** Whole runs on a real device: compiled before they begin, and the device destroyed under them. Run by test/kernels/snake.test.ts. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtIn } from '../../src/algorithms.js';
import type { BackendInfo } from '../../src/compute/backend.js';
import { createExecutor } from '../../src/compute/backend.js';
import { createEngine } from '../../src/engine.js';
import { Engine } from '../../src/worker/engine.js';
import type { EngineRequest } from '../../src/worker/engine-types.js';
import type { ContourFeature } from '../../src/worker/protocol.js';
import { DeviceTrials, type Fault } from '../support/devices/device-faults.js';
import { lastUseOfSharedGpu, nodeGpu, sharedDevice } from '../support/devices/gpu.js';
import { type Instruments, instrument } from '../support/devices/instrumented-device.js';
import { watched } from '../support/devices/watched-gpu.js';
import { Random } from '../support/random.js';
import { scene } from '../support/snake/cases.js';

const side = 16;
const image = { width: side, height: side, data: scene(new Random(3), side, side, { bits: 8 }).planes[0]! };
// A run of few steps: a software adapter takes a second for each.
const request = {
  init: { x: 3, y: 2, width: 11, height: 11 },
  starts: 1,
  distance: 1,
  minimumLength: 64,
  prune: false,
  boxPrior: 0,
} as const;

/** One correction of a drawn contour: what holds the snake to a mark is one more plane. */
const hinted = {
  ...request,
  init: {
    type: 'Polygon',
    coordinates: [
      [
        [3, 2],
        [12, 2],
        [13, 12],
        [4, 13],
        [3, 2],
      ],
    ],
  },
  hints: { inside: [[1.5, 8.5]] },
} as const;

const onCpu = async (asked: EngineRequest = request): Promise<ContourFeature> => {
  const engine = await createEngine({ backend: 'cpu' });
  return engine.segment(await engine.load(image), asked).result;
};

const same = (found: ContourFeature, wanted: ContourFeature): void => {
  assert.deepEqual(found.geometry, wanted.geometry);
  assert.deepEqual(found.properties.measurements, wanted.properties.measurements);
};

test('a device destroyed while it takes the image, or makes its tables, leaves the run to its successor', async (t) => {
  const gpu = await nodeGpu(t);
  if (!gpu) return;
  const wanted = await onCpu();
  for (const stage of ['upload', 'tables'] as const) {
    let instruments: Instruments | undefined;
    const onDevice = (device: GPUDevice): void => {
      instruments = instrument(device);
      const { createBuffer } = device;
      device.createBuffer = (descriptor) => {
        const buffer = createBuffer.call(device, descriptor);
        if (stage === 'upload' && descriptor.label?.includes('samples')) device.destroy();
        return buffer;
      };
      instruments.onSubmit = () => device.destroy();
    };
    const first = await createExecutor('webgpu', { gpu: watched(gpu, onDevice) });
    const engine = new Engine(builtIn, {}, () => createExecutor('cpu'), first);
    const found = await engine.segment(await engine.load(image), request).result;
    same(found, wanted);
    assert.equal(found.properties.metadata.backend, 'cpu', stage);
    engine.dispose();
    assert.equal(instruments!.live(), 0, stage);
  }
});

test('one call of a snake’s device that fails leaves the contour as it would have come, or a coded error', async (t) => {
  const gpu = await nodeGpu(t);
  const executor = await sharedDevice(t);
  if (!gpu || !executor) return;
  const trials = await DeviceTrials.on(gpu, executor);
  // One in the midst of the run for each end that it can have; the others by `npm run fuzz -- --devices`.
  const middle = (all: readonly Fault[]): readonly Fault[] =>
    (['out-of-memory', 'lost'] as const).flatMap((fault) => {
      const its = all.filter((each) => each.fault === fault);
      return its.slice(Math.floor(its.length * 0.7), Math.floor(its.length * 0.7) + 1);
    });
  const { broke, outcomes } = await trials.run('snake', middle);
  assert.deepEqual([broke, outcomes.length], [[], 2]);
});

test('what a run needs is compiled before it, and the device destroyed under it costs it nothing but time', async (t) => {
  const gpu = await lastUseOfSharedGpu(t);
  if (!gpu) return;
  const wanted = await onCpu();
  let compiled = 0;
  let device: GPUDevice | undefined;
  let instruments: Instruments | undefined;
  const onDevice = (made: GPUDevice): void => {
    device = made;
    const { createComputePipelineAsync } = made;
    made.createComputePipelineAsync = (descriptor) => {
      compiled++;
      return createComputePipelineAsync.call(made, descriptor);
    };
    instruments = instrument(made);
  };
  const heard: string[] = [];
  const onBackendChange = ({ backend }: BackendInfo): void => void heard.push(backend);
  const first = await createExecutor('webgpu', { gpu: watched(gpu, onDevice) });
  const engine = new Engine(builtIn, { onBackendChange }, () => createExecutor('cpu'), first);
  await engine.prepare();
  const before = compiled;
  assert.ok(before >= 6, `${before} pipelines`);
  assert.equal(engine.stats().buffers, 0);
  same(await engine.segment(await engine.load(image), hinted).result, await onCpu(hinted));
  engine.stats({ timings: true });
  const run = engine.segment(await engine.load(image), request);
  const steps: number[] = [];
  for await (const { step } of run) {
    steps.push(step);
    if (steps.length !== 2) continue;
    assert.equal(compiled, before, 'the run has compiled what was not prepared');
    const { kernels } = engine.stats();
    const timed = Object.values(kernels).some(({ milliseconds }) => milliseconds > 0);
    assert.equal(timed, device!.features.has('timestamp-query'));
    device!.destroy();
  }
  same(await run.result, wanted);
  assert.ok(steps.length > 3 && steps.every((step, i) => i === 0 || step > steps[i - 1]!), `${steps}`);
  assert.deepEqual(heard, ['cpu']);
  engine.dispose();
  assert.equal(instruments!.live(), 0);
});
