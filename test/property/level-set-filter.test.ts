import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBits, rowWords } from '../../src/level-set/bits/bits.js';
import { FilterSums } from '../../src/level-set/bits/filter-sums.js';
import { type Room, roomFor } from '../../src/level-set/bits/form-arrays.js';
import { findBeside, findFirst } from '../../src/level-set/bits/front-scan.js';
import { gaussianFilter } from '../../src/level-set/bits/gaussian-filter.js';
import type { Field, Grid } from '../../src/level-set/bits/grid.js';
import { SimdPasses } from '../../src/level-set/bits/simd-passes.js';
import { simdWith } from '../../src/level-set/kernels/simd/instance.js';
import { SpeedTables } from '../../src/level-set/speed/speed.js';
import { Random } from '../support/random.js';

test('sums of the filter are the same from WebAssembly as without it, at borders, in words and across them', () => {
  const random = new Random(51);
  assert.ok(simdWith(64), 'this platform has no SIMD');
  for (let k = 0; k < 60; k++) {
    const deep = k % 2 === 1;
    const grid: Grid = {
      width: random.between(1, 90),
      height: random.between(1, 20),
      depth: deep ? random.between(2, 14) : 1,
    };
    const size = [3, 5, 7, 9, 11][random.between(0, 4)]!;
    const variance = random.between(1, 400) / 4;
    const filter = gaussianFilter(size, variance, deep ? 3 : 2);
    const words = rowWords(grid);
    const share = random.between(0, 3);
    const mask = newBits(grid).map((_, at) => {
      const cells = Math.min(32, grid.width - 32 * (at % words));
      const some = share === 0 ? random.word() & random.word() : random.word() | random.word();
      return some & (0xffffffff >>> (32 - cells));
    });
    const field: Field = { grid, planes: [new Uint8Array(grid.width * grid.height * grid.depth)] };
    const sumsIn = ({ arrays, simd }: Room): FilterSums => {
      arrays.mask.set(mask);
      findBeside(grid, filter.radius, arrays.beside);
      findFirst(grid, arrays.first);
      const sums = new FilterSums(grid, filter, arrays, simd);
      if (simd) new SimdPasses(simd, arrays, new SpeedTables({ kind: 'chan-vese' }, field), filter, sums);
      return sums;
    };
    const fast = roomFor(field, filter, true);
    const plain = roomFor(field, filter, true, () => undefined);
    const [fastSums, plainSums] = [sumsIn(fast), sumsIn(plain)];
    for (let step = 0; step < 3; step++) {
      for (const { arrays } of [fast, plain]) arrays.mask.set(mask);
      fast.arrays.nearFilter.set([...mask.keys()]);
      fastSums.follow(fast.arrays.nearFilter);
      plainSums.follow(fast.arrays.nearFilter);
      assert.deepEqual(
        [...fast.arrays.sums],
        [...plain.arrays.sums],
        `case ${k}, step ${step}: ${JSON.stringify({ grid, size })}`,
      );
      for (let change = 0; change < 9; change++) {
        const x = random.between(0, grid.width - 1);
        const row = random.between(0, grid.height * grid.depth - 1);
        mask[row * words + (x >>> 5)]! ^= 1 << (x & 31);
      }
    }
  }
});
