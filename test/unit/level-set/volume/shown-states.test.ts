/** The front of a state on a slice, kept to be traced later. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../../../src/compute/cpu-executor.js';
import type { Part } from '../../../../src/core/geometry/trace.js';
import type { Volume } from '../../../../src/image/formats/volume/grid.js';
import { segmentVolume } from '../../../../src/level-set/volume/volume.js';

const [width, height, depth] = [40, 36, 12];

const volume: Volume = {
  width,
  height,
  depth,
  planes: [
    Uint8Array.from({ length: width * height * depth }, (_, k) => {
      const [x, y, z] = [k % width, Math.floor(k / width) % height, Math.floor(k / (width * height))];
      return (Math.hypot(x - 20, y - 18, 2 * (z - 6)) < 14 ? 150 : 60) + ((7 * k) % 23);
    }),
  ],
  values: [{ scale: 1, offset: 0 }],
  name: 'a ball',
};

test('the front of a state is that of its time, whenever it is traced, in the domain and beyond', async () => {
  for (const form of ['sequential', 'proposal-1'] as const) {
    const seed = { kind: 'sphere', centre: [20, 18, 6.5], radius: 3 } as const;
    const domain = { x: 2, y: 1, width: 36, height: 34, first: 1, depth: 10 };
    const parameters = { speed: 'chan-vese', form };
    const atOnce: Part[][] = [];
    const later: (() => Part[])[] = [];
    for await (const state of segmentVolume(new CpuExecutor(), volume, { seed, domain, parameters })) {
      for (const z of [0, 4, 6]) {
        atOnce.push(state.slice(z));
        later.push(state.sliceNow(z));
      }
    }
    const different = new Set(atOnce.map((parts) => JSON.stringify(parts)));
    assert.ok(different.size > 4, `${form}: ${different.size} different fronts`);
    assert.deepEqual(
      later.map((parts) => parts()),
      atOnce,
    );
  }
});
