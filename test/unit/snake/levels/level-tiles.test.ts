/** Windows that are made of tiles on a device: the contour of the CPU, whatever the samples, the memory and the device's life. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome, RunContext } from '../../../../src/algorithm/algorithm.js';
import { CpuExecutor } from '../../../../src/compute/cpu-executor.js';
import type { Executor, ExecutorLimits } from '../../../../src/compute/executor.js';
import { keptIn } from '../../../../src/compute/kept.js';
import type { DeviceBuffer } from '../../../../src/compute/recording.js';
import { SegmenterError } from '../../../../src/core/errors.js';
import { levelRect } from '../../../../src/core/geometry/levels.js';
import { Parts } from '../../../../src/core/parts.js';
import type { Samples } from '../../../../src/image/samples.js';
import { snake } from '../../../../src/snake/algorithm.js';
import { LevelTiles } from '../../../../src/snake/levels/level-tiles.js';
import type { Reading } from '../../../../src/snake/levels/window-reader.js';
import { LossyExecutor } from '../../../support/devices/lossy.js';
import { type Pyramid, pyramidOf } from '../../../support/images/pyramid.js';
import { Random } from '../../../support/random.js';

const [width, height] = [660, 580];
const init = { x: 90, y: 70, width: 500, height: 440 };
/** The whole domain fits at level 1 alone. */
const pixelBudget = 100_000;

/** A rounded square in noise. */
const scene = (bands = 1, missing?: (x: number, y: number) => boolean): Samples => {
  const random = new Random(71);
  const data = new Uint16Array(width * height * bands);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [Math.abs(x - 340), Math.abs(y - 290)];
      const value = (Math.max(dx, dy) < 190 && dx + dy < 320 ? 1400 : 900) + random.between(0, 300);
      for (let band = 0; band < bands; band++) data[at++] = band === 0 ? value : 2000 - (value >> 1);
    }
  }
  const gaps =
    missing && Uint8Array.from({ length: width * height }, (_, i) => +missing(i % width, Math.floor(i / width)));
  return { width, height, bands, data, ...(gaps ? { missing: gaps } : {}) };
};

const contextOf = (image: Pyramid, executor: Executor, run = {}): RunContext => ({
  run,
  engine: {},
  parts: new Parts(),
  executor,
  signal: new AbortController().signal,
  image: { ...image, depth: 1 },
  pixelBudget,
  async pixels(rect, level) {
    const whole = levelRect(rect, image.levels[level]!);
    return { samples: await image.region(whole, level), rect: whole };
  },
  region: (rect, level) => image.region(rect, level),
});

const simple = { starts: 1, minimumLength: 60, distance: 2, prune: false, boxPrior: 0 };

const runIn = async (context: RunContext, more: Record<string, string | number> = {}): Promise<Outcome['contours']> => {
  const steps = snake.run({ start: { kind: 'box', rect: init }, init, parameters: { ...simple, ...more } }, context);
  for (;;) {
    const { done, value } = await steps.next('go');
    if (done) return value.contours;
  }
};

const placed = (executor: Executor): number => executor.stats().kernels.place_tiles?.calls ?? 0;

test('windows made of tiles give the contour that planes in memory give, of bands, codes and thresholds', async () => {
  for (const [bands, more] of [
    [1, {}],
    [2, { channel: 'bands' }],
    [1, { model: 'categorical' }],
  ] as const) {
    const image = await pyramidOf(scene(bands), 2);
    const wanted = await runIn(contextOf(image, new CpuExecutor()), more);
    assert.equal(wanted[0]!.metadata.level, '0');
    const device = new LossyExecutor('played');
    assert.deepEqual(await runIn(contextOf(image, device), more), wanted);
    assert.ok(placed(device) > 1, 'more groups than one');
  }
});

test('a second contour finds its tiles on the device, and closing the image frees them', async () => {
  const image = await pyramidOf(scene(), 2);
  const device = new LossyExecutor('played');
  const first = await runIn(contextOf(image, device));
  const reads = image.reads.length;
  const { bytes } = device.stats();
  assert.deepEqual(await runIn(contextOf(image, device)), first);
  const again = image.reads.slice(reads).filter(({ level }) => level === 0);
  const before = image.reads.slice(0, reads).filter(({ level }) => level === 0);
  assert.ok(again.length < before.length, `${again.length} reads after ${before.length}`);
  assert.equal(device.stats().bytes, bytes);
  keptIn(device).forget(image.levels);
  assert.equal(device.stats().buffers, 0);
});

test('on a device, the next finer level begins to come while one is evolved in, and the contour is the same', async () => {
  const image = await pyramidOf(scene(), 3);
  // The whole domain fits at level 2 alone.
  const within = (executor: Executor): RunContext => ({ ...contextOf(image, executor), pixelBudget: 30_000 });
  const ahead = () => image.reads.findIndex(({ level, rect }) => level === 0 && rect.height === 1);
  const wanted = await runIn(within(new CpuExecutor()));
  assert.equal(wanted[0]!.metadata.level, '0');
  assert.equal(wanted[0]!.metadata.statisticsLevel, '2');
  assert.equal(ahead(), -1, 'a CPU has no time for it');
  image.reads.length = 0;
  assert.deepEqual(await runIn(within(new LossyExecutor('played'))), wanted);
  const opened = image.reads.findIndex(({ level, rect }) => level === 0 && rect.height > 1);
  assert.ok(ahead() >= 0 && ahead() < opened, `${ahead()} of ${opened}`);
});

test('where samples are missing, or memory is short or taken by others, windows are made in memory', async () => {
  class Small extends LossyExecutor {
    override get limits(): ExecutorLimits {
      return { ...super.limits, buffer: 2 ** 19 };
    }
  }
  class Taken extends LossyExecutor {
    override buffer(label: string, words: number | Uint32Array): Promise<DeviceBuffer> {
      if (label !== 'snake.tiles') return super.buffer(label, words);
      return Promise.reject(new SegmenterError('out-of-memory', { what: label, needed: 4 }));
    }
  }
  const whole = await pyramidOf(scene(), 2);
  const gaps = await pyramidOf(
    scene(1, (x, y) => x > 500 && x < 540 && y > 260 && y < 300),
    2,
  );
  for (const [image, device] of [
    [gaps, new LossyExecutor('played')],
    [whole, new Small('small')],
    [whole, new Taken('taken')],
  ] as const) {
    const wanted = await runIn(contextOf(image, new CpuExecutor()));
    assert.deepEqual(await runIn(contextOf(image, device)), wanted);
    assert.equal(placed(device), 0);
  }
});

test('a device that is lost on the way costs time only', async () => {
  const image = await pyramidOf(scene(), 2);
  const sound = new LossyExecutor('sound');
  const wanted = await runIn(contextOf(image, sound));
  for (const [share, after] of [
    [0.3, false],
    [0.6, true],
    [0.9, false],
  ] as const) {
    // How many calls a run makes depends on the pace of its steps: a run that ends before the loss is tried with an earlier one.
    let call = Math.floor(sound.calls * share);
    for (let lost = false; !lost; call = Math.floor(call / 2)) {
      assert.ok(call > 0, 'no call was lost');
      const run = {};
      const losing = new LossyExecutor('losing', { call, after });
      const ended = await runIn(contextOf(image, losing, run)).catch((error: unknown) => {
        assert.equal((error as SegmenterError).code, 'device-lost');
        lost = true;
        return runIn(contextOf(image, new LossyExecutor('next'), run));
      });
      assert.deepEqual(ended, wanted, `lost at call ${call}`);
    }
  }
});

test('who waits for tiles that are released waits no longer, whatever the server does', async () => {
  const image = await pyramidOf(scene(), 2);
  const context = { ...contextOf(image, new LossyExecutor('played')), region: () => new Promise<never>(() => {}) };
  const window = { x: 0, y: 0, width: 256, height: 256 };
  const reading = { parameters: { boxPrior: 0 }, record: {}, box: undefined, tilt: 0, parts: () => [window] };
  const kind = { kind: 'intensity', bits: 16, codes: undefined, count: 1 } as const;
  const tiles = await LevelTiles.open(context, 0, reading as unknown as Reading, kind, [window]);
  assert.ok(tiles);
  const read = tiles.read([window], []);
  tiles.release();
  await assert.rejects(read, { name: 'AbortError' });
});
