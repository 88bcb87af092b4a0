/** What a part of a response holds, against its definition. */
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import { HeldResponse } from '../../src/linear-features/response/held.js';
import { livelyMedian } from '../../src/linear-features/response/noise.js';
import type { LineResponse } from '../../src/linear-features/response/response.js';
import { randomRect, randomResponse } from '../support/linear-features/parts.js';
import { Random } from '../support/random.js';

const cases = [
  [1, 150, 90, 8],
  [2, 67, 131, 16],
  [3, 1, 30, 8],
  [4, 333, 3, 16],
  [5, 64, 64, 8],
] as const;

const strengthAt = ({ words, width }: LineResponse, x: number, y: number): number => words[y * width + x]! >>> 6;
const hasSample = ({ samples, width }: LineResponse, x: number, y: number): boolean => samples[y * width + x] !== 0;

test('marks, clutter, cells and boxes of a part are what the response has there', async () => {
  for (const [seed, width, height, bits] of cases) {
    const random = new Random(seed);
    const response = randomResponse(random, width, height, bits);
    const held = await HeldResponse.of(new CpuExecutor(), {
      ...response,
      words: response.words.slice(),
      samples: response.samples.slice(),
    });
    const rect = randomRect(random, response);
    const part = held.part(rect);
    const marks: number[] = [];
    const medians: number[] = [];
    for (let y = 0; y < rect.height; y++) {
      for (let x = 0; x < rect.width; x++) {
        const [px, py] = [rect.x + x, rect.y + y];
        const isMarked = (response.words[py * width + px]! & 48) !== 0;
        if (isMarked && hasSample(response, px, py)) marks.push(y * rect.width + x, strengthAt(response, px, py));
      }
    }
    deepEqual([...(await part.marks())], marks);
    for (let top = 0; top < rect.height; top += 64) {
      for (let left = 0; left < rect.width; left += 64) {
        const own: number[] = [];
        for (let y = top; y < Math.min(rect.height, top + 64); y += 2) {
          for (let x = left; x < Math.min(rect.width, left + 64); x += 2) {
            if (hasSample(response, rect.x + x, rect.y + y)) own.push(strengthAt(response, rect.x + x, rect.y + y));
          }
        }
        if (own.length > 0) medians.push(own.sort((a, b) => a - b)[own.length >> 1]!);
      }
    }
    equal(await part.clutter(), Math.max(1, livelyMedian(medians)));
    const middles = Uint32Array.from({ length: 5 }, () => random.between(0, rect.width * rect.height - 1));
    const strengths = await part.boxes(middles, 5);
    middles.forEach((middle, k) => {
      for (let cell = 0; cell < 25; cell++) {
        const x = (middle % rect.width) + (cell % 5) - 2;
        const y = Math.floor(middle / rect.width) + Math.floor(cell / 5) - 2;
        const isInside = x >= 0 && y >= 0 && x < rect.width && y < rect.height;
        equal(strengths[25 * k + cell], isInside ? strengthAt(response, rect.x + x, rect.y + y) : 0);
      }
    });
    deepEqual(await held.read(), response);
  }
});

test('a response put together from tiles is the whole, on the executor or, where that lacks memory, beside it', async () => {
  for (const [seed, width, height, bits] of cases) {
    const response = randomResponse(new Random(seed), width, height, bits);
    for (const limits of [{}, { binding: 16 }]) {
      const executor = new CpuExecutor(limits);
      const held = await HeldResponse.empty(executor, { width, height, orientations: 8, bits });
      equal(held.executor === executor, limits.binding === undefined);
      for (let y = 0; y < height; y += 50) {
        for (let x = 0; x < width; x += 31) {
          const [w, h] = [Math.min(31, width - x), Math.min(50, height - y)];
          // A tile with a halo of two columns and one row.
          const tile = await HeldResponse.of(executor, cut(response, x - 2, y - 1, w + 4, h + 2));
          await held.place(executor, tile.buffers, { x: 2, y: 1, stride: w + 4 }, { x, y, width: w, height: h });
          tile.destroy();
        }
      }
      deepEqual(await held.read(), response);
      const outside = Uint8Array.from({ length: width * height }, (_, i) => (i % 3) & 1);
      await held.leaveOut(outside);
      const { samples } = await held.read();
      deepEqual(
        samples,
        response.samples.map((value, i) => (outside[i] === 1 ? 0 : value)),
      );
      held.destroy();
      equal(executor.stats().buffers, 0);
    }
  }
});

/** A rectangle of a response, 0 beyond it. */
const cut = (response: LineResponse, x: number, y: number, width: number, height: number): LineResponse => {
  const words = new Uint32Array(width * height);
  const samples = response.samples instanceof Uint8Array ? new Uint8Array(words.length) : new Uint16Array(words.length);
  for (let i = 0; i < words.length; i++) {
    const [px, py] = [x + (i % width), y + Math.floor(i / width)];
    if (px < 0 || py < 0 || px >= response.width || py >= response.height) continue;
    words[i] = response.words[py * response.width + px]!;
    samples[i] = response.samples[py * response.width + px]!;
  }
  return { width, height, orientations: response.orientations, words, samples };
};
