import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { fastSamples } from '../../../../src/image/kernels/simd/instance.js';
import { addRuns } from '../../../../src/image/kernels/simd/moments.js';
import { windowSums } from '../../../../src/snake/levels/level-means.js';
import { packTile } from '../../../../src/snake/levels/packed-tile.js';
import { addMoments } from '../../../../src/snake/levels/pixel-sums.js';
import { Random } from '../../../support/random.js';
import { scene } from '../../../support/snake/cases.js';

const SIDE = 128;

test('a packed tile has the pixels that were read in their places, 0 elsewhere, and their sums', () => {
  const random = new Random(78);
  for (const kind of [{}, { planes: 2 }, { codes: 16 }, { codes: 40 }]) {
    const whole = scene(random, 300, 45, kind);
    for (const [from, rect] of [
      [0, { x: 256, y: 384, width: 128, height: 45 }],
      [7, { x: 130, y: 3, width: 126, height: 45 }],
      [200, { x: 255, y: 83, width: 1, height: 45 }],
      [130, { x: 128, y: 60, width: 60, height: 12 }],
    ] as const) {
      const message = JSON.stringify([kind, from, rect]);
      const { words, sums } = packTile(whole, from, rect);
      const tile = whole.bits === 16 ? new Uint16Array(words.buffer) : new Uint8Array(words.buffer);
      const wanted = new Array<number>(whole.planes.length * SIDE ** 2).fill(0);
      const read = whole.planes.map((plane, k) =>
        Array.from({ length: rect.width * rect.height }, (_, i) => {
          const [column, row] = [i % rect.width, Math.floor(i / rect.width)];
          const value = plane[row * whole.width + from + column]!;
          wanted[(k * SIDE + (rect.y % SIDE) + row) * SIDE + (rect.x % SIDE) + column] = value;
          return value;
        }),
      );
      deepEqual([...tile], wanted, message);
      const planes = read.map((plane) => (whole.bits === 16 ? Uint16Array.from(plane) : Uint8Array.from(plane)));
      const part = { ...whole, width: rect.width, height: rect.height, planes };
      deepEqual(sums, windowSums(part, { top: 0, rows: [] }).background, message);
    }
  }
});

test('sums of samples and of their squares are exact, in WebAssembly and without, of any number of them and of the largest', () => {
  const random = new Random(79);
  const fast = fastSamples();
  ok(fast);
  for (const length of [0, 1, 7, 8, 15, 16, 17, 100, 16_384, 32_768, 32_769, 70_001]) {
    for (const most of [255, 65_535]) {
      for (const value of [() => most, () => random.between(0, most)]) {
        const values = Array.from({ length }, value);
        const samples = most === 255 ? Uint8Array.from(values) : Uint16Array.from(values);
        const [found, wanted] = [new Float64Array([1, 2, 3]), new Float64Array([1, 2, 3])];
        const scalar = new Float64Array([1, 2, 3]);
        addRuns(fast, samples, [{ runs: [0, length], sums: found }], 1);
        addMoments(samples, 0, length, scalar, 1);
        for (const value of samples) {
          wanted[1]! += value;
          wanted[2]! += value * value;
        }
        deepEqual(found, wanted, `${length} up to ${most}`);
        deepEqual(scalar, wanted, `${length} up to ${most}, without WebAssembly`);
      }
    }
  }
});
