/**
 * Whole runs on a real device of which one call fails, once: the contour is that of an undisturbed run or a coded error is told, and
 * nothing is left. `GPU_FAULTS=all` tries every call in every way with every algorithm; else a few of each are, without the snake,
 * whose kernels take a software adapter a minute to compile.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtIn } from '../../src/algorithms.js';
import { createExecutor } from '../../src/compute/backend.js';
import { LossBudget, openDevice } from '../../src/compute/device.js';
import { isAbort, SegmenterError } from '../../src/core/errors.js';
import { Engine, type EngineRequest } from '../../src/worker/engine.js';
import { nodeGpu } from '../support/gpu.js';
import { Random } from '../support/random.js';
import { scene } from '../support/snake-cases.js';
import { type DeviceFault, FaultyCalls, faults, virtualGpu } from '../support/virtual-device.js';

const whole = process.env.GPU_FAULTS === 'all';
/** Calls of each fault that are tried of a run. */
const SAMPLED = 4;

const side = 16;
const square = scene(new Random(3), side, side, { bits: 8 }).planes[0]!;
const bars = square.map((value, i) => ((i % side) % 8 === 4 ? 255 : value >> 1));
const box = { x: 3, y: 2, width: 11, height: 11 };
const requests: Readonly<Record<string, { readonly data: Uint8Array | Uint16Array; readonly request: EngineRequest }>> =
  {
    'level-set': { data: square, request: { algorithm: 'level-set', init: box, outerIterations: 2 } },
    'linear-features': {
      data: bars,
      request: { algorithm: 'linear-features', init: { x: 0, y: 0, width: side, height: side } },
    },
    ...(whole
      ? {
          snake: {
            data: square,
            request: { init: box, starts: 1, distance: 1, minimumLength: 64, prune: false, boxPrior: 0 },
          },
        }
      : {}),
  };

interface Trial {
  readonly said: string;
  readonly calls: number;
  readonly left: number;
}

test('one call that fails leaves the contour as it would have come, or a coded error, and nothing behind', {
  timeout: 3_600_000,
}, async (t) => {
  const gpu = await nodeGpu(t);
  if (!gpu) return;
  const adapter = (await gpu.requestAdapter())!;
  const { device } = await openDevice({ gpu });
  t.after(() => device.destroy());

  const trial = async (name: string, fault: DeviceFault, at = -1): Promise<Trial> => {
    const { data, request } = requests[name]!;
    const faulty = new FaultyCalls(fault, at);
    const losses = new LossBudget();
    // A device that hangs is given up after a while; the software adapter of the tests is waited for without end otherwise.
    const patience = fault === 'hangs' ? { patience: 500 } : {};
    const own = virtualGpu(device, adapter, faulty);
    const renew = () => createExecutor('webgpu', { gpu: own, losses, ...patience });
    let engine: Engine | undefined;
    let said: string;
    try {
      engine = new Engine(builtIn, { backend: 'webgpu' }, renew, await renew());
      const image = await engine.load({ width: side, height: side, data });
      const { contours } = await engine.segment(image, request).outcome;
      said = JSON.stringify(contours.map(({ geometry }) => geometry));
      assert.equal(engine.stats().bytes, 0, `${name}, ${fault} at ${at}: bytes are held`);
    } catch (error) {
      if (!(error instanceof SegmenterError || isAbort(error))) throw error;
      said = error instanceof SegmenterError ? error.code : 'aborted';
    }
    engine?.dispose();
    return { said, calls: faulty.calls, left: faulty.live.size };
  };

  const told = new Map<string, number>();
  for (const name of Object.keys(requests)) {
    const sound = await trial(name, 'lost');
    assert.ok(sound.calls > 10 && sound.said.startsWith('['), `${name}: ${sound.said}`);
    assert.equal(sound.left, 0);
    for (const fault of faults) {
      const count = whole ? sound.calls : SAMPLED;
      const offset = faults.indexOf(fault);
      for (let k = 0; k < count; k++) {
        const at = whole ? k : Math.floor(((k + offset / faults.length) * sound.calls) / count);
        if (fault === 'hangs' && whole && k % 8 !== 0) continue;
        const { said, left } = await trial(name, fault, at);
        const fine =
          said === sound.said || ['out-of-memory', 'kernel-failed', 'device-lost', 'no-webgpu'].includes(said);
        assert.ok(fine, `${name}, ${fault} at call ${at} of ${sound.calls}: ${said}`);
        assert.equal(left, 0, `${name}, ${fault} at call ${at}: ${left} buffers are left`);
        const outcome = `${name}, ${fault}: ${said === sound.said ? 'the same contour' : said}`;
        told.set(outcome, (told.get(outcome) ?? 0) + 1);
      }
    }
  }
  for (const [outcome, times] of [...told].sort()) t.diagnostic(`${outcome}: ${times}`);
});
