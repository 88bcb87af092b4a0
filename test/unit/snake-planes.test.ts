import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packPlanes, planeLayout } from '../../src/snake/planes.js';
import { Random } from '../support/random.js';
import { scene } from '../support/snake-cases.js';

test('each sample is in its place; those without data are 0, or the code that is none', () => {
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
    const { rowWords, stored } = planeLayout(channel);
    const firstRow = random.between(0, height - 1);
    const rows = random.between(1, height - firstRow);
    const words = packPlanes(channel, { firstRow, rows });
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
