import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunContext } from '../../../../src/algorithm/algorithm.js';
import { CpuExecutor } from '../../../../src/compute/cpu-executor.js';
import { SegmenterError } from '../../../../src/core/errors.js';
import type { Rect } from '../../../../src/core/geometry/rect.js';
import { Parts } from '../../../../src/core/parts.js';
import type { Samples } from '../../../../src/image/samples.js';
import { WINDOWS_AHEAD, WindowReader } from '../../../../src/snake/levels/window-reader.js';
import { see } from '../../../../src/snake/problem.js';
import { readParameters } from '../../../../src/snake/schema.js';
import { settle } from '../../../../src/snake/weighing/weights.js';

const parameters = settle(readParameters({}), { independent: false });
const { signal } = new AbortController();
const windows = Array.from({ length: WINDOWS_AHEAD + 5 }, (_, k): Rect => ({ x: 10 * k, y: 0, width: 4, height: 3 }));
const of = ({ x, width, height }: Rect): Samples => {
  const data = Uint8Array.from({ length: width * height }, (_, i) => x + i);
  return { width, height, bands: 1, data };
};

/** A reader of windows that are read whole, from an image that answers when told. */
const reader = async () => {
  const asked: number[] = [];
  const answers = new Map<number, (samples: Samples | Error) => void>();
  const context: RunContext = {
    run: {},
    engine: {},
    parts: new Parts(),
    executor: new CpuExecutor(),
    signal,
    image: { name: 'slow', width: 100, height: 3, bands: 1, bits: 8, depth: 1, levels: [] },
    pixelBudget: 100,
    pixels: () => Promise.reject(new Error('not asked for')),
    region: ({ x }) =>
      new Promise((resolve, reject) => {
        asked.push(x / 10);
        answers.set(x / 10, (given) => (given instanceof Error ? reject(given) : resolve(given)));
      }),
  };
  const { record } = (await see(of(windows[0]!), parameters, signal)).channel;
  const made = new WindowReader(context, 0, {
    parameters,
    record,
    box: undefined,
    tilt: 0,
    parts: (window) => [window],
  });
  return { made, asked, answer: (k: number, given: Samples | Error) => answers.get(k)!(given) };
};

test('the next windows come while one is in use, so many and no more, and none is asked for twice', async () => {
  const { made, asked, answer } = await reader();
  for (let k = 0; k < windows.length; k++) {
    const planes = made.read(windows[k]!, windows.slice(k + 1));
    const last = Math.min(windows.length - 1, k + WINDOWS_AHEAD);
    assert.deepEqual(
      asked,
      Array.from({ length: last + 1 }, (_, i) => i),
    );
    answer(k, of(windows[k]!));
    assert.deepEqual((await planes)!.channel.planes[0], of(windows[k]!).data);
  }
});

test('a window that cannot be read is an error to whoever asks for it, and to nobody before', async () => {
  const { made, answer } = await reader();
  const first = made.read(windows[0]!, windows.slice(1));
  answer(1, new SegmenterError('tile-unavailable', { tile: '0/1_0', name: 'slow', reason: 'it is not there' }));
  answer(0, of(windows[0]!));
  assert.equal((await first)!.channel.width, 4);
  await assert.rejects(made.read(windows[1]!), { code: 'tile-unavailable' });
});
