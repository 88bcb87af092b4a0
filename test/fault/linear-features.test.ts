/** The line detector on a device that fails, and when it is told to stop: at every call, state and stage in turn. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import { type GpuDevice, openDevice } from '../../src/compute/device.js';
import { GpuExecutor } from '../../src/compute/gpu-executor.js';
import { keptIn } from '../../src/compute/kept.js';
import { abortError, SegmenterError } from '../../src/core/errors.js';
import { findLines, type LineFilter } from '../../src/linear-features/network/network.js';
import { HeldResponse } from '../../src/linear-features/response/held.js';
import type { LineResponse } from '../../src/linear-features/response/response.js';
import { lastUseOfSharedGpu, virtualDevice } from '../support/devices/gpu.js';
import { instrument } from '../support/devices/instrumented-device.js';
import { aborted, coded } from '../support/errors.js';
import { runLines, WatchedExecutor } from '../support/linear-features/run.js';
import { Random } from '../support/random.js';

test('a device lost or full at any call is an error with that code, and no buffer stays; full at the edges, they are found on the CPU', async () => {
  const sound = new WatchedExecutor(() => {});
  const wanted = await runLines(sound);
  let [elsewhere, failed] = [0, 0];
  assert.ok(sound.calls > 40, `${sound.calls} calls`);
  for (const [code, values] of [
    ['device-lost', { reason: 'test' }],
    ['out-of-memory', { what: 'test', needed: 1 }],
  ] as const) {
    for (let fails = 0; fails < sound.calls; fails += code === 'device-lost' ? 1 : 5) {
      const executor = new WatchedExecutor((call) => {
        if (call === fails) throw new SegmenterError(code, values);
      });
      const ended = await runLines(executor).catch((error: unknown) => error);
      // How many calls there are depends on time: the lines of a tile are not shown where they take too long.
      if (executor.calls <= fails) {
        assert.deepEqual(ended, wanted, `call ${fails} was not made`);
        continue;
      }
      if (code === 'out-of-memory' && !(ended instanceof Error)) {
        assert.deepEqual(ended, wanted);
        elsewhere++;
      } else {
        coded(code)(ended);
        failed++;
      }
      assert.ok(executor.stats().bytes <= keptIn(executor).bytes, `call ${fails}`);
    }
  }
  assert.ok(elsewhere > 0 && elsewhere < 4, `${elsewhere} runs`);
  assert.ok(failed > 40, `${failed} of ${sound.calls} calls`);
});

test('an abort is heeded at every call, at every reading of pixels and after every state', async () => {
  const count = { calls: 0, pixels: 0, states: 0 };
  const executor = new WatchedExecutor(() => count.calls++);
  const stages = { onPixels: () => void count.pixels++, onState: () => void count.states++ };
  await runLines(executor, stages);
  assert.ok(count.states > 4 && count.pixels > 4);
  let aborts = 0;
  for (const [what, total] of Object.entries(count)) {
    // After the last state nothing is left to stop.
    for (let at = 0; at < total - Number(what === 'states'); at += what === 'calls' ? 7 : 1) {
      const controller = new AbortController();
      const seen = { calls: 0, pixels: 0, states: 0 };
      const reach = (name: string, n: number): void => {
        if (name === what && n === at) controller.abort();
      };
      const watched = new WatchedExecutor(() => reach('calls', seen.calls++));
      const run = runLines(watched, {
        signal: controller.signal,
        onPixels: () => reach('pixels', seen.pixels++),
        onState: () => reach('states', seen.states++),
      });
      const ended = await run.catch((error: unknown) => error);
      // How many calls there are depends on time: the lines of a tile are not shown where they take too long.
      if (what === 'calls' && seen.calls <= at) continue;
      assert.ok(aborted(ended), `${what} ${at}`);
      aborts++;
      // Of a whole response the next run may make use.
      assert.equal(watched.stats().bytes, keptIn(watched).bytes, `${what} ${at}`);
    }
  }
  assert.ok(aborts > 20, `${aborts} aborts`);
});

test('between thresholds, thinning, linking and tracing a search for lines can be ended', async () => {
  const random = new Random(2);
  const [width, height] = [60, 50];
  const words = Uint32Array.from({ length: width * height }, (_, i) => {
    const strong = Math.floor(i / width) % 12 === 6 && i % width !== 30;
    return ((strong ? 900 : 1 + random.between(0, 50)) << 6) | (strong ? 16 : 0);
  });
  const response: LineResponse = {
    width,
    height,
    orientations: 8,
    words,
    samples: new Uint8Array(words.length).fill(9),
  };
  const filter: LineFilter = { high: 4, low: 3, minLength: 5, gap: 4, gapCost: 1, spur: 3, widthReach: 4 };
  const { whole } = await HeldResponse.of(new CpuExecutor(), response);
  let stages = 0;
  const { lines, links } = await findLines(whole, filter, { breathe: async () => void stages++ });
  assert.ok(lines.count > 0 && links > 0);
  assert.equal(stages, 5);
  for (let at = 0; at < stages; at++) {
    let stage = 0;
    const breathe = async (): Promise<void> => {
      if (stage++ === at) throw abortError();
    };
    await assert.rejects(findLines(whole, filter, { breathe }), aborted);
    assert.equal(stage, at + 1);
  }
});

test('a device that goes at any submit, or fails to allocate, is an error with a code, and so is a real one that is destroyed', async (t) => {
  // Virtual ones before one real device: a software adapter takes seconds to compile for each real one.
  const sound = await virtualDevice(t);
  if (!sound) return;
  const counted = instrument(sound.device);
  let made = 0;
  counted.onSubmit = () => void made++;
  const executor = new GpuExecutor(sound);
  const { contours } = await runLines(executor);
  const submits = made;
  assert.ok(contours.length > 0 && submits > 3);
  // The next tile is under way by then.
  const { contours: early } = await runLines(executor, { finishAfter: 1 });
  assert.ok(early.length > 0);
  assert.equal(executor.stats().bytes, keptIn(executor).bytes);
  executor.dispose();
  const goes = async (opened: GpuDevice, fails: number): Promise<void> => {
    const its = instrument(opened.device);
    let left = fails;
    its.onSubmit = () => {
      if (left-- === 0) opened.device.destroy();
    };
    const lost = new GpuExecutor(opened);
    await assert.rejects(runLines(lost), coded('device-lost'), `submit ${fails}`);
    assert.equal(lost.stats().buffers, 0);
    lost.dispose();
  };
  // How many there are depends on time, as the lines of some tiles are not shown.
  for (const fails of [0, submits >> 1]) await goes((await virtualDevice(t))!, fails);
  for (const fails of [4]) {
    const opened = (await virtualDevice(t))!;
    instrument(opened.device).failAllocation = fails;
    const full = new GpuExecutor(opened);
    await assert.rejects(runLines(full), coded('out-of-memory'), `allocation ${fails}`);
    assert.equal(full.stats().buffers, 0);
    full.dispose();
  }
  await goes(await openDevice({ gpu: (await lastUseOfSharedGpu(t))! }), submits >> 1);
});
