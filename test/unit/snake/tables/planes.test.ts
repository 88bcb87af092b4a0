import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../../../src/compute/cpu-executor.js';
import { Recording } from '../../../../src/compute/recording.js';
import { rowsOf } from '../../../../src/image/channels/channels.js';
import { stripsOf } from '../../../../src/snake/tables/chunks.js';
import { packPlanes, planeLayout } from '../../../../src/snake/tables/planes.js';
import { makeTables } from '../../../../src/snake/tables/tables.js';
import { Random } from '../../../support/random.js';
import { scene } from '../../../support/snake/cases.js';

test('each sample is in its place; those without data are 0, or the code that is none', async () => {
  const random = new Random(103);
  const kinds = [{ bits: 8 }, { bits: 16, planes: 3 }, { bits: 8, codes: 16 }] as const;
  for (let trial = 0; trial < 60; trial++) {
    const [width, height] = [random.between(1, 40), random.between(1, 20)];
    const kind = kinds[trial % kinds.length]!;
    // Runs of every length; now and then a row of which nothing or all is there.
    let run = 0;
    const missing = Uint8Array.from({ length: width * height }, () => {
      if (run === 0) run = random.between(-width, width) || 1;
      const flag = run > 0 ? 1 : 0;
      run -= Math.sign(run);
      return flag;
    });
    const channel = { ...scene(random, width, height, kind), missing };
    const { rowWords, stored } = planeLayout(channel, channel.planes.length);
    const firstRow = random.between(0, height - 1);
    const rows = random.between(1, height - firstRow);
    const words = packPlanes(await rowsOf(channel).rows(firstRow, rows));
    assert.equal(words.length, rowWords * rows * stored);
    const samples = channel.bits === 16 ? new Uint16Array(words.buffer) : new Uint8Array(words.buffer);
    const pitch = samples.length / (rows * stored);
    for (let plane = 0; plane < stored; plane++) {
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < width; column++) {
          const from = (firstRow + row) * width + column;
          const there = missing[from] === 0;
          const value = plane < channel.planes.length ? channel.planes[plane]![from]! : 1;
          const found = samples[(plane * rows + row) * pitch + column];
          assert.equal(found, there ? value : (channel.codes ?? 0), `trial ${trial}: ${column}, ${row} of ${plane}`);
        }
      }
    }
  }
});

test('strips cover each row once, from the first to the last, whatever the width', () => {
  for (const [width, height, firstRow, rows] of [
    [1, 1, 0, 1],
    [5000, 5000, 0, 5000],
    [5000, 5000, 1700, 2099],
    [65535, 40, 3, 37],
    [2 ** 20, 3, 0, 3],
    [2 ** 20 + 1, 3, 1, 2],
    [1024, 1024, 0, 1024],
  ] as const) {
    const strips = stripsOf({ width, height }, { firstRow, rows });
    let next = firstRow;
    for (const strip of strips) {
      assert.equal(strip.firstRow, next);
      assert.ok(strip.rows > 0 && (strip.rows === 1 || strip.rows * width <= 2 ** 20));
      next += strip.rows;
    }
    assert.equal(next, firstRow + rows);
  }
  assert.equal(stripsOf({ width: 1024, height: 1024 }).length, 1);
});

test('a domain of several strips is on the device what its planes at once are, in any number of chunks', async () => {
  const random = new Random(107);
  const [width, height] = [1111, 2000];
  for (const kind of [{ bits: 8, planes: 2, masked: true }, { bits: 16, planes: 1 }, { codes: 16 }] as const) {
    const channel = scene(random, width, height, kind);
    assert.ok(stripsOf(channel).length > 1);
    for (const limits of [{}, { binding: 2 ** 22 }]) {
      const executor = new CpuExecutor(limits);
      const { chunks, destroy } = await makeTables(executor, channel, { stride: 8 });
      for (const { firstRow, rows, samples } of chunks) {
        const [words] = await executor.submit(new Recording().read(samples));
        assert.deepEqual(words, packPlanes(await rowsOf(channel).rows(firstRow, rows)));
      }
      destroy();
    }
  }
});
