/** Whole runs on a real device: compiled before they begin, and destroyed under them at every stage. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../src/worker/engine.js';
import { nodeGpu } from '../support/gpu.js';
import { type Instruments, instrument } from '../support/instrumented-device.js';
import { Random } from '../support/random.js';
import { scene } from '../support/snake-cases.js';
import { watched } from '../support/watched-gpu.js';

const side = 20;
const data = scene(new Random(3), side, side, { bits: 8 }).planes[0]!;
const request = { init: { x: 4, y: 3, width: 13, height: 13 }, starts: 1, minimumLength: 8, boxPrior: 0 } as const;

/** Where a device is destroyed: what must have happened before, and what the run was doing. */
const stages = ['upload', 'tables', 'start', 'steps', 'readback', 'finish'] as const;

const destroyAt = (device: GPUDevice, instruments: Instruments, stage: (typeof stages)[number]): void => {
  let submits = 0;
  const goesAt = { tables: 1, start: 2, steps: 3 } as const;
  instruments.onSubmit = () => {
    if (stage in goesAt && ++submits === goesAt[stage as keyof typeof goesAt]) device.destroy();
  };
  const { createBuffer } = device;
  device.createBuffer = (descriptor) => {
    const buffer = createBuffer.call(device, descriptor);
    if (stage === 'upload' && descriptor.label?.includes('samples')) device.destroy();
    const { mapAsync } = buffer;
    buffer.mapAsync = (...mapping) => {
      if (stage === 'readback') device.destroy();
      return mapAsync.apply(buffer, mapping);
    };
    return buffer;
  };
};

test('what a run needs is compiled before it, and a device destroyed at any stage costs it nothing but time', async (t) => {
  const gpu = await nodeGpu(t);
  if (!gpu) return;
  const cpu = await createEngine({ backend: 'cpu' });
  const wanted = await cpu.segment(await cpu.load({ width: side, height: side, data }), request).result;

  const compiled: number[] = [];
  const live: Instruments[] = [];
  let stage: (typeof stages)[number] | undefined;
  const devices: GPUDevice[] = [];
  const onDevice = (device: GPUDevice): void => {
    const at = devices.push(device) - 1;
    compiled[at] = 0;
    const { createComputePipelineAsync } = device;
    device.createComputePipelineAsync = (descriptor) => {
      compiled[at]!++;
      return createComputePipelineAsync.call(device, descriptor);
    };
    const instruments = instrument(device);
    live.push(instruments);
    if (stage) destroyAt(device, instruments, stage);
    stage = undefined;
  };
  const heard: string[] = [];
  const open = () =>
    createEngine({
      backend: 'webgpu',
      gpu: watched(gpu, onDevice),
      onBackendChange: ({ backend }) => heard.push(backend),
    });

  const engine = await open();
  await engine.prepare();
  const [before] = compiled;
  assert.ok(before! >= 6, `${before} pipelines`);
  assert.equal(engine.stats().buffers, 0);
  const image = await engine.load({ width: side, height: side, data });
  const contour = await engine.segment(image, request).result;
  assert.deepEqual(contour.geometry, wanted.geometry);
  assert.equal(compiled[0], before, 'a run has compiled what was not prepared');
  engine.stats({ timings: true });
  await engine.segment(image, request).result;
  const { kernels } = engine.stats({ timings: false });
  assert.ok(Object.values(kernels).some(({ milliseconds }) => milliseconds > 0) || !hasTimestamps(devices[0]!));
  devices[0]!.destroy();
  const again = await engine.segment(image, request).result;
  assert.deepEqual(again.geometry, wanted.geometry);
  assert.deepEqual([compiled.length, heard.length], [2, 1]);
  engine.dispose();
  assert.deepEqual(
    live.map((each) => each.live()),
    [0, 0],
  );

  for (const each of stages.slice(0, 5)) {
    stage = each;
    const lossy = await open();
    const source = await lossy.load({ width: side, height: side, data });
    const found = await lossy.segment(source, request).result;
    assert.deepEqual(found.geometry, wanted.geometry, each);
    assert.deepEqual(found.properties.measurements, wanted.properties.measurements, each);
    lossy.dispose();
    assert.ok(
      live.every((instruments) => instruments.live() === 0),
      each,
    );
  }
  assert.equal(devices.length, 2 + 2 * 5);
  assert.equal(heard.length, 6);
});

const hasTimestamps = ({ features }: GPUDevice): boolean => features.has('timestamp-query');
