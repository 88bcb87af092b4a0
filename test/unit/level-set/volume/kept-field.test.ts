/** The samples of a volume stay on a device from one run to the next, and leave it with the image. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine, type Engine } from '../../../../src/engine.js';
import { playedDevice } from '../../../support/devices/played-device.js';
import { FaultyCalls, virtualGpu } from '../../../support/devices/virtual-device.js';
import { niftiFile } from '../../../support/images/volume-files.js';

const request = { algorithm: 'level-set', speed: 'chan-vese', filterSize: 3, radius: 4, slice: 7 } as const;
const inits = [
  { x: 20, y: 18 },
  { x: 14, y: 12, width: 12, height: 12 },
  { x: 19, y: 17 },
] as const;

/** The geometries of a run from each start, what `seen` says after each, and the buffers before and after the image is closed. */
const runs = async (engine: Engine, seen: () => number) => {
  const image = await engine.open({ kind: 'blob', blob: await niftiFile() });
  const geometries: unknown[] = [];
  const told: number[] = [];
  for (const init of inits) {
    const { contours } = await engine.segment(image, { ...request, init }).outcome;
    geometries.push(contours.map(({ geometry }) => geometry));
    told.push(seen());
  }
  const open = engine.stats().buffers;
  engine.close(image);
  return { geometries, told, buffers: [open, engine.stats().buffers] };
};

test('a later run on a volume uploads no samples and finds what the CPU finds, and the image takes them along', async (t) => {
  const { device, adapter } = await playedDevice();
  let uploaded = 0;
  const create = device.createBuffer.bind(device);
  device.createBuffer = (given) => {
    if (given.label?.endsWith('level-set samples')) uploaded++;
    return create(given);
  };
  const gpu = virtualGpu(device, adapter, new FaultyCalls('lost', -1));
  const onDevice = await createEngine({ backend: 'webgpu', gpu });
  const onCpu = await createEngine({ backend: 'cpu' });
  t.after(() => {
    onDevice.dispose();
    onCpu.dispose();
  });
  const wanted = await runs(onCpu, () => 0);
  const got = await runs(onDevice, () => uploaded);
  assert.deepEqual(got.geometries, wanted.geometries);
  const [first, ofBox, last] = got.told;
  assert.equal(first, 1);
  // A box's evidence is uploaded with the samples, beside those that are kept.
  assert.ok(ofBox! > 1);
  assert.equal(last, ofBox);
  assert.deepEqual(got.buffers, [3, 0]);
});
