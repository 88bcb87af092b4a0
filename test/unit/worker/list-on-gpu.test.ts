/** A list of starts on a GPU, of which many submits wait at a time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../../src/engine.js';
import { playedDevice } from '../../support/devices/played-device.js';
import { FaultyCalls, virtualGpu } from '../../support/devices/virtual-device.js';

const PITCH = 14;
const ACROSS = 4;
const side = ACROSS * PITCH;
const data = Uint8Array.from({ length: side * side }, (_, i) => {
  const [x, y] = [i % side, Math.floor(i / side)];
  const inside = Math.hypot((x % PITCH) - 6.5, (y % PITCH) - 6.5) < 4;
  return (inside ? 170 : 60) + ((i * 7919 + y * 31) % 23);
});
const init = Array.from({ length: ACROSS * ACROSS }, (_, i) => ({
  x: (i % ACROSS) * PITCH + 1,
  y: Math.floor(i / ACROSS) * PITCH + 1,
  width: PITCH - 2,
  height: PITCH - 2,
}));
/** A run of few steps. */
const request = { init, starts: 1, distance: 1, minimumLength: 64, prune: false, boxPrior: 0 } as const;

// Each start listened to the run's signal for itself, and Node told of a leak (MaxListenersExceededWarning).
test('makes Node warn of nothing, and ends with the run', async (t) => {
  const warnings: string[] = [];
  const warned = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', warned);
  t.after(() => process.off('warning', warned));
  const { device, adapter } = await playedDevice();
  const engine = await createEngine({
    backend: 'webgpu',
    gpu: virtualGpu(device, adapter, new FaultyCalls('lost', -1)),
  });
  t.after(() => engine.dispose());
  const image = await engine.load({ width: side, height: side, data });
  const { contours } = await engine.segment(image, request).outcome;
  assert.equal(contours.length, init.length);
  const controller = new AbortController();
  const aborted = engine.segment(image, request, { signal: controller.signal });
  const told = async (): Promise<void> => {
    for await (const _ of aborted) controller.abort();
  };
  await assert.rejects(told(), { name: 'AbortError' });
  await assert.rejects(aborted.outcome, { name: 'AbortError' });
  // Node tells of warnings in the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(warnings, []);
});
